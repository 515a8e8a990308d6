// Reads the program of an answer that is still being written. Returns it only if the text so far is
// certain to be part of the program, unchanged.

import { fromModelJson } from "@ptc/llm/adapter";
import { readAnswer } from "./read-answer.ts";

/** An answer that begins with a program's block has no text before it, and no thinking either. */
const blockAtStart = /^\s*```(?:clojure|clj|lisp)[ \t]*\n/i;

/**
 * Returns the source so far, or `undefined` if the rest of the answer may change how it is read.
 */
export function growingProgram(text: string): string | undefined {
  if (!blockAtStart.test(text)) return undefined;
  const { program } = readAnswer(text);
  return program.ok ? asItWillBeRead(program.source) : undefined;
}

/** The beginning of `{"program": "…`, the arguments of a call that is being written. */
const callStart = /^\s*\{\s*"program"\s*:\s*"/;

/** Like `growingProgram`, for the JSON text of a call's arguments. */
export function growingArgument(json: string): string | undefined {
  const opening = callStart.exec(json)?.[0];
  if (opening === undefined) return undefined;
  const [written = ""] =
    /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*/i.exec(json.slice(opening.length)) ?? [];
  try {
    const source = fromModelJson(`"${written}"`);
    return typeof source === "string" && !source.trimStart().startsWith("```")
      ? asItWillBeRead(source)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Characters that may need a repair, such as escaped HTML. Only the whole program decides that. */
const mended = /[&\u00AD\u180E\u200B-\u200F\u2018\u2019\u201C-\u201F\u2060-\u2064\uFEFF]/;

function asItWillBeRead(source: string): string | undefined {
  return mended.test(source) ? undefined : source;
}
