// Finds the JSON in an answer of a model, and reads it. Models put it in a code block, or say
// something before it, though they were asked not to.

import { run } from "@ptc/lisp";
import { withoutThinking } from "./thinking.ts";

export type JsonAnswer =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

const longestAnswer = 1_000_000;
const block = /^[ \t]*```(?:json)?[ \t]*\n([\s\S]*?)^[ \t]*```/gim;

/** Reads the JSON of an answer. Whole numbers of any size stay what they are. */
export async function jsonAnswer(answer: string): Promise<JsonAnswer> {
  if (answer.length > longestAnswer)
    return {
      ok: false,
      problem: `the answer is longer than ${String(longestAnswer)} characters`,
    };
  const text = withoutThinking(answer);
  const whole = await parsed(text);
  if (whole.ok) return whole;
  for (const candidate of candidates(text)) {
    const inner = await parsed(candidate);
    if (inner.ok) return inner;
  }
  return whole;
}

/** Parts of the text that may be the JSON: the last code block, what stands between brackets. */
function candidates(text: string): readonly string[] {
  const blocks = [...text.matchAll(block)].map(([, inner = ""]) => inner);
  const between = [
    ["{", "}"],
    ["[", "]"],
  ].map(([open = "", close = ""]) => text.slice(text.indexOf(open), text.lastIndexOf(close) + 1));
  return [
    ...blocks.slice(-1),
    ...between.toSorted((left, right) => right.length - left.length),
  ].filter((candidate) => candidate.trim() !== "");
}

/** The language's own reader: it keeps large integers, and its work is bounded. */
async function parsed(text: string): Promise<JsonAnswer> {
  if (text === "") return { ok: false, problem: "the answer is empty" };
  const step = await run("(json/parse-string data/text)", { context: { text } });
  if (!step.ok) return { ok: false, problem: `the answer cannot be read: ${step.fail.message}` };
  // That reader answers with nil for what is no JSON.
  return step.return === null && text !== "null"
    ? {
        ok: false,
        problem: `the answer is no JSON: it begins ${JSON.stringify(text.slice(0, 40))}`,
      }
    : { ok: true, value: step.return };
}
