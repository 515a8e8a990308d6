// What an answer of the Responses API says as a whole: the text of a message, and how it ended.

import type { FinishReason } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import {
  isFields,
  listOf,
  objectOf,
  textOf,
  textOrAbsent,
  WrongShape,
  type Fields,
} from "../untrusted.ts";

/** The text of a message; what the model says to refuse is text too. */
export function messageText(item: Fields): { readonly text: string; readonly isRefusal: boolean } {
  let text = "";
  let isRefusal = false;
  for (const given of listOf(item["content"], "the content of a message")) {
    const part = objectOf(given, "a part of a message");
    if (part["type"] === "output_text") text += textOf(part["text"], "a text of a message");
    if (part["type"] === "refusal") {
      isRefusal = true;
      text += textOf(part["refusal"], "a refusal");
    }
  }
  return { text, isRefusal };
}

/** How the answer ended, in the contract's word and in the server's. */
export function endOf(
  { status, incomplete_details: details }: Fields,
  hasCalls: boolean,
  isRefused: boolean,
): { readonly finishReason: FinishReason; readonly rawFinishReason?: string } {
  if (status === "queued" || status === "in_progress")
    throw new WrongShape(`it is not over: its status is ${status}`);
  const reason = isFields(details) ? textOrAbsent(details["reason"]) : undefined;
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
