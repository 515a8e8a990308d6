// Reads an answer that the model writes itself, without a program.

import { isObject } from "@ptc/core/internal/host";
import type { Fail } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/internal/errors";
import type { ModelResponse } from "@ptc/llm";
import { violationLines } from "@ptc/signature/internal";
import type { Agent } from "../../agent/agent.ts";
import { jsonAnswer, longestAnswer } from "../../answer/json-answer.ts";
import { withoutThinking } from "../../answer/thinking.ts";
import { answersText, isWrapped, wrapperField } from "../../prompt/text-answer-section.ts";
import { checkedAnswer } from "../../step/checked-answer.ts";
import { mismatchFail } from "../../step/mismatch-fail.ts";

/** The result of reading an answer. */
export type TextAnswer =
  | { readonly ok: true; readonly value: unknown; readonly warnings?: readonly string[] }
  | {
      readonly ok: false;
      readonly fail: Fail;
      readonly problems: string;
      /** True if the model reports that there is no answer. */
      readonly isGivenUp?: true;
      /** True if the text contains no JSON, although the signature needs it. */
      readonly isProse?: true;
    };

/** Reads an answer and checks it against the signature. */
export async function readTextAnswer(
  { text, finishReason }: ModelResponse,
  agent: Agent,
): Promise<TextAnswer> {
  // A truncated answer could pass for a complete one.
  if (finishReason === "length") return refused("the answer was cut off, make it shorter");
  if (text.length > longestAnswer)
    return refused(`the answer is longer than ${String(longestAnswer)} characters`);
  if (answersText(agent)) return textReading(withoutThinking(text));
  const answer = await jsonAnswer(text);
  if (!answer.ok) return { ...refused(answer.problem), isProse: true };
  const value = isWrapped(agent.signature) ? unwrapped(answer.value) : answer.value;
  const checked = await checkedAnswer(agent, value, true);
  if (checked.ok) return checked;
  const why = givenUp(answer.value);
  return why === undefined
    ? { ok: false, fail: mismatchFail(checked), problems: violationLines(checked).join("\n") }
    : { ok: false, fail: { reason: "failed", message: why }, problems: why, isGivenUp: true };
}

const longestReason = 1_000;

/** Returns the reason in `{"fail": "why"}`, the counterpart of `(fail "why")` in programs. */
function givenUp(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const [[name, why] = [], ...more] = Object.entries(value);
  return name === "fail" && typeof why === "string" && why.trim() !== "" && more.length === 0
    ? oneLine(why, longestReason)
    : undefined;
}

function textReading(text: string): TextAnswer {
  return text === "" ? refused("the answer is empty") : { ok: true, value: text };
}

function refused(message: string): TextAnswer & { readonly ok: false } {
  return { ok: false, fail: { reason: "validation_error", message }, problems: message };
}

/** Returns the answer inside its wrapper object. Models may also omit the wrapper. */
function unwrapped(value: unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, wrapperField)) return value;
  return value[wrapperField];
}
