// Reads the program out of a call of `lisp_eval`.

import type { Fail } from "@ptc/core/contracts";
import type { ToolCallPart } from "@ptc/llm";
import { cleanSource } from "../../answer/clean-source.ts";
import { growingArgument } from "../../answer/growing-program.ts";
import { readAnswer } from "../../answer/read-answer.ts";
import type { GivenProgram } from "./program-run.ts";
import { promptText } from "../../prompt/prompt-text.ts";

export type ReadProgram =
  { readonly ok: true; readonly source: string } | { readonly ok: false; readonly fail: Fail };

export function programOf(
  { input, malformedInput }: Pick<ToolCallPart, "input" | "malformedInput">,
  ended: GivenProgram["ended"],
): ReadProgram {
  if (malformedInput !== undefined) {
    const begun = ended === "stopped" ? growingArgument(malformedInput) : undefined;
    if (begun !== undefined) return { ok: true, source: begun };
    return refused(ended === "cut-off" ? promptText("cut-off") : promptText("no-json"));
  }
  const program: unknown =
    typeof input === "object" && input !== null && Object.hasOwn(input, "program")
      ? (input as { readonly program: unknown }).program
      : undefined;
  if (typeof program !== "string" || program.trim() === "")
    return refused(promptText("no-argument"));
  // Some models wrap the program in a code block.
  const block = program.trimStart().startsWith("```") ? readAnswer(program).program : undefined;
  return { ok: true, source: block?.ok === true ? block.source : cleanSource(program) };
}

function refused(message: string): ReadProgram {
  return { ok: false, fail: { reason: "no_code_found", message } };
}
