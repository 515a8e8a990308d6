// Finds the JSON in an answer of a model, and reads it. Models put it in a code block, or say
// something before it, though they were asked not to.

import { run } from "@ptc/lisp";
import { withoutThinking } from "./thinking.ts";

export type JsonAnswer =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

export const longestAnswer = 1_000_000;
const block = /^[ \t]*```(?:json)?[ \t]*\n([\s\S]*?)^[ \t]*```/gim;

/** Reads the JSON of an answer. Whole numbers of any size stay what they are. */
export async function jsonAnswer(answer: string): Promise<JsonAnswer> {
  const text = withoutThinking(answer);
  const whole = await parsed(text);
  if (whole.ok) return whole;
  for (const candidate of candidates(text)) {
    const inner = await parsed(candidate);
    if (inner.ok) return inner;
  }
  return whole;
}

/**
 * Parts of the text that may be the JSON: the last code block, and what begins with a bracket at
 * the beginning of a line and ends with its counterpart at the end of one. A bracket within a
 * sentence says nothing.
 */
function candidates(text: string): readonly string[] {
  const blocks = [...text.matchAll(block)].map(([, inner = ""]) => inner.trim());
  const start = /^[ \t]*[[{]/m.exec(text);
  const bracket = start?.[0].at(-1);
  const close = bracket === "{" ? "}" : "]";
  const from = start === null ? text.length : start.index;
  const end = text.slice(from).split("\n");
  const last = end.findLastIndex((line) => line.trimEnd().endsWith(close));
  const between =
    last === -1
      ? ""
      : end
          .slice(0, last + 1)
          .join("\n")
          .trim();
  return [...blocks.slice(-1), between].filter((candidate) => candidate !== "");
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
