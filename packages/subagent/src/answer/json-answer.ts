// Finds the JSON in a model's answer and parses it. Models put it in a code block, or write text
// before it, although they are asked not to.

import { shortened } from "@ptc/core/internal/printing";
import { run } from "@ptc/lisp";
import { withoutTemplateTokens } from "./template-tokens.ts";
import { withoutThinking } from "./thinking.ts";

export type JsonAnswer =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

export const longestAnswer = 1_000_000;
const block = /^[ \t]*```(?:json)?[ \t]*\n([\s\S]*?)^[ \t]*```/gim;

/** Parses the JSON of an answer. Integers of any size keep their value. */
export async function jsonAnswer(answer: string): Promise<JsonAnswer> {
  const text = withoutTemplateTokens(withoutThinking(answer)).trim();
  const whole = await parsed(text);
  if (whole.ok) return whole;
  for (const candidate of candidates(text)) {
    const inner = await parsed(candidate);
    if (inner.ok) return inner;
  }
  return whole;
}

/**
 * Returns the parts of the text that may be the JSON: the last code block, and the text between
 * matching brackets at the start and the end of a line. A bracket within a sentence doesn't count.
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

/** Uses the language's own parser, because it keeps large integers and its work is bounded. */
async function parsed(text: string): Promise<JsonAnswer> {
  if (text === "") return { ok: false, problem: "the answer is empty" };
  const step = await run("(json/parse-string data/text)", { context: { text } });
  if (!step.ok) return { ok: false, problem: `the answer cannot be read: ${step.fail.message}` };
  // The parser returns nil for invalid JSON.
  return step.return === null && text !== "null"
    ? {
        ok: false,
        problem: `the answer is not JSON: it starts ${JSON.stringify(shortened(text, 40))}`,
      }
    : { ok: true, value: step.return };
}
