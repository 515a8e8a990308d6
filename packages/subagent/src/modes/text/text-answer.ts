// Reads an answer that the model gives by itself, without a program.

import type { Fail } from "@ptc/core/contracts";
import type { ModelResponse } from "@ptc/llm";
import { validateOutput, violationLines } from "@ptc/signature";
import type { Agent } from "../../agent/agent.ts";
import { jsonAnswer, longestAnswer } from "../../answer/json-answer.ts";
import { withoutThinking } from "../../answer/thinking.ts";
import { answersText, isWrapped, wrapperField } from "../../prompt/text-answer-section.ts";
import { mismatchFail } from "../../step/mismatch-fail.ts";

/** What an answer is taken for. */
export type TextAnswer =
  | { readonly ok: true; readonly value: unknown; readonly warnings?: readonly string[] }
  | { readonly ok: false; readonly fail: Fail; readonly problems: string };

/** Reads an answer, and checks it against the signature. */
export async function readTextAnswer(
  { text, finishReason }: ModelResponse,
  agent: Agent,
): Promise<TextAnswer> {
  // The beginning of an answer would pass for the whole.
  if (finishReason === "length") return refused("the answer was cut off, make it shorter");
  if (finishReason === "content_filtered") return refused("the provider held back the answer");
  if (text.length > longestAnswer)
    return refused(`the answer is longer than ${String(longestAnswer)} characters`);
  if (answersText(agent)) return textReading(withoutThinking(text));
  const answer = await jsonAnswer(text);
  if (!answer.ok) return refused(answer.problem);
  const { signature, validation: mode } = agent;
  const value = isWrapped(signature) ? unwrapped(answer.value) : answer.value;
  const checked = validateOutput(signature, value, { mode });
  return checked.ok
    ? checked
    : { ok: false, fail: mismatchFail(checked), problems: violationLines(checked).join("\n") };
}

function textReading(text: string): TextAnswer {
  return text === "" ? refused("the answer is empty") : { ok: true, value: text };
}

function refused(message: string): TextAnswer {
  return { ok: false, fail: { reason: "validation_error", message }, problems: message };
}

/** The answer within its object; a model may also give it alone. */
function unwrapped(value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || !Object.hasOwn(value, wrapperField)) return value;
  return (value as Readonly<Record<typeof wrapperField, unknown>>)[wrapperField];
}
