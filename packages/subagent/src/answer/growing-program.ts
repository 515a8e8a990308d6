// The program in an answer that is still being written, where it is certain that what stands there
// is the program, and a part of it as it will be read.

import { readAnswer } from "./read-answer.ts";

/** What begins with the block of a program says nothing else before it, no thinking either. */
const blockAtStart = /^\s*```(?:clojure|clj|lisp)[ \t]*\n/i;

/** The source so far; undefined where it may still be read otherwise. */
export function growingProgram(text: string): string | undefined {
  if (!blockAtStart.test(text)) return undefined;
  const { program } = readAnswer(text);
  return program.ok ? asItWillBeRead(program.source) : undefined;
}

/** The beginning of `{"program": "…`, the arguments of a call that is being written. */
const callStart = /^\s*\{\s*"program"\s*:\s*"/;

/** The same in the JSON text of the arguments of a call. */
export function growingArgument(json: string): string | undefined {
  const opening = callStart.exec(json)?.[0];
  if (opening === undefined) return undefined;
  const [written = ""] =
    /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*/i.exec(json.slice(opening.length)) ?? [];
  try {
    const source: unknown = JSON.parse(`"${written}"`);
    return typeof source === "string" && !source.trimStart().startsWith("```")
      ? asItWillBeRead(source)
      : undefined;
  } catch {
    // A line feed that is not escaped: the arguments will be no JSON.
    return undefined;
  }
}

/** What is mended in a whole program, such as escaped HTML, is decided by the whole of it. */
const mended = /[&\u00AD\u180E\u200B-\u200F\u2018\u2019\u201C-\u201F\u2060-\u2064\uFEFF]/;

function asItWillBeRead(source: string): string | undefined {
  return mended.test(source) ? undefined : source;
}
