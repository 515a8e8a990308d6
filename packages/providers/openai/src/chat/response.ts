// Reads the first choice of a Chat Completions response, and its finish reason.

import type { FinishReason } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import { ServerFailure } from "../errors.ts";
import { expectArray, expectObject, type UncheckedObject } from "@ptc/llm/adapter";

/** Returns the first choice of a complete response; only one is requested. */
export function choiceOf(body: UncheckedObject): UncheckedObject {
  return expectObject(expectArray(body["choices"], "choices")[0], "choices[0]");
}

/** Returns the first choice of an event; events with only usage have none. */
export function choiceIn(event: UncheckedObject): UncheckedObject | undefined {
  const choices = expectArray(event["choices"] ?? [], "choices").map((choice) =>
    expectObject(choice, "a choice"),
  );
  return choices.find(({ index }) => index === undefined || index === null || index === 0);
}

const finishReasons: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ["stop", "stop"],
  ["length", "length"],
  ["tool_calls", "tool_calls"],
  ["function_call", "tool_calls"],
  ["content_filter", "content_filtered"],
]);

/** Returns the finish reason in the contract's and the server's terms. */
export function endOf(
  reason: string | undefined,
  hasCalls: boolean,
  isRefused: boolean,
): { readonly finishReason: FinishReason; readonly rawFinishReason?: string } {
  // OpenRouter's finish reason if the provider behind it failed.
  if (reason === "error") throw new ServerFailure({ message: "the server ended with an error" });
  const known = finishReasons.get(reason) ?? "other";
  const isDone = known === "stop" || known === "other";
  return presentFields({
    // Some servers report `stop` although the model called tools.
    finishReason:
      isDone && isRefused ? "content_filtered" : isDone && hasCalls ? "tool_calls" : known,
    rawFinishReason: isRefused && isDone ? "refusal" : reason,
  });
}
