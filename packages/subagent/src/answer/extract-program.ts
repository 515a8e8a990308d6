// From a model's answer to the program in it: one fenced block, or forms that stand bare.

import { readAnswer } from "./read-answer.ts";

/** The program of an answer, or why there is none. */
export type ExtractedProgram =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly reason: "no_code_found" }
  | { readonly ok: false; readonly reason: "multiple_code_blocks"; readonly count: number };

/**
 * Finds the program in a model's answer, in time proportional to its length. What it is made of:
 * `readAnswer` says which blocks are programs, `cleanSource` what happens to invisible characters,
 * typographic quotation marks and escaped HTML.
 */
export function extractProgram(answer: string): ExtractedProgram {
  const { programs } = readAnswer(answer);
  const [source] = programs;
  if (source === undefined) return { ok: false, reason: "no_code_found" };
  return programs.length === 1
    ? { ok: true, source }
    : { ok: false, reason: "multiple_code_blocks", count: programs.length };
}
