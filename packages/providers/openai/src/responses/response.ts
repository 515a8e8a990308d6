// Reads the text of a Responses API message, and the finish reason of a response.

import type { FinishReason } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import {
  expectArray,
  expectObject,
  expectString,
  isObject,
  ShapeError,
  textOrAbsent,
  type UncheckedObject,
} from "@ptc/llm/adapter";

/** Returns the text of a message, including the text of a refusal. */
export function messageText(item: UncheckedObject): {
  readonly text: string;
  readonly isRefusal: boolean;
} {
  let text = "";
  let isRefusal = false;
  for (const given of expectArray(item["content"], "the content of a message")) {
    const part = expectObject(given, "a part of a message");
    if (part["type"] === "output_text") text += expectString(part["text"], "a text of a message");
    if (part["type"] === "refusal") {
      isRefusal = true;
      text += expectString(part["refusal"], "a refusal");
    }
  }
  return { text, isRefusal };
}

/** Returns the finish reason in the contract's and the server's terms. */
export function endOf(
  { status, incomplete_details: details }: UncheckedObject,
  hasCalls: boolean,
  isRefused: boolean,
): { readonly finishReason: FinishReason; readonly rawFinishReason?: string } {
  if (status === "queued" || status === "in_progress")
    throw new ShapeError("status", `expected a finished response, got ${status}`);
  const reason = isObject(details) ? textOrAbsent(details["reason"]) : undefined;
  return presentFields({
    finishReason: finishReasonOf(status, reason, { hasCalls, isRefused }),
    rawFinishReason: reason ?? (isRefused ? "refusal" : textOrAbsent(status)),
  });
}

function finishReasonOf(
  status: unknown,
  reason: string | undefined,
  { hasCalls, isRefused }: { readonly hasCalls: boolean; readonly isRefused: boolean },
): FinishReason {
  if (reason === "max_output_tokens") return "length";
  if (reason === "content_filter" || isRefused) return "content_filtered";
  if (reason !== undefined || (status ?? "completed") !== "completed") return "other";
  return hasCalls ? "tool_calls" : "stop";
}
