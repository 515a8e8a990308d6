// Decides what a response without native calls means in the modes whose programs are native calls:
// a program that the model wrote as text, a call that it wrote as text, or an answer.

import type { ModelResponse } from "@ptc/llm";
import { firstForm } from "../../answer/lisp-text.ts";
import { programToolName } from "../../answer/program-tool.ts";
import { readAnswer } from "../../answer/read-answer.ts";
import { withoutThinking } from "../../answer/thinking.ts";
import { wrappedCalls } from "../../answer/written-calls.ts";
import type { Answerer } from "../../mode-traits/mode-table.ts";
import { longestAnswer } from "../program/response-program.ts";

export type WrittenAnswer =
  | { readonly kind: "program"; readonly source: string }
  /** Several programs, of which none may run. */
  | { readonly kind: "programs"; readonly count: number; readonly forms?: readonly string[] }
  /** A call of a native tool. */
  | { readonly kind: "call"; readonly name: string }
  | { readonly kind: "answer" };

/**
 * Reads the text of a response. `tools` are the names of the native tools. If the model writes the
 * answer itself, its text may mention programs, so only a block that names a Lisp, a call, or a
 * program that is the whole text counts.
 */
export function writtenAnswer(
  { text }: Pick<ModelResponse, "text">,
  answerer: Answerer,
  tools: ReadonlySet<string>,
): WrittenAnswer {
  const said = text.slice(0, longestAnswer);
  const { program, isNamed } = readAnswer(said);
  const names = wrappedCalls(withoutThinking(said)).flatMap(({ calls }) =>
    calls.map(({ name }) => name),
  );
  const name = names.find((each) => each !== programToolName && tools.has(each));
  if (program.ok) {
    const { source } = program;
    const isForm = source[firstForm(source) ?? 0] === "(";
    const isWhole = withoutThinking(said).length <= source.length + fenceLength;
    if (isNamed || (isForm && (answerer === "program" || isWhole)))
      return { kind: "program", source };
  } else if (program.reason === "multiple_code_blocks" && (isNamed || answerer === "program")) {
    const { count, forms } = program;
    return { kind: "programs", count, ...(forms === undefined ? {} : { forms }) };
  }
  return name === undefined ? { kind: "answer" } : { kind: "call", name };
}

/** The length of the fences around a program without a language name, and of the line breaks. */
const fenceLength = 12;
