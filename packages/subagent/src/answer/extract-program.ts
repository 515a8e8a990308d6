// From a model's answer to the program in it: one fenced block, or forms that stand bare.

import { readAnswer, type ExtractedProgram } from "./read-answer.ts";

/**
 * Finds the program in a model's answer, in time proportional to its length. What it is made of:
 * `findPrograms` says which blocks are programs, `cleanSource` what happens to invisible
 * characters, typographic quotation marks and escaped HTML.
 */
export function extractProgram(answer: string): ExtractedProgram {
  return readAnswer(answer).program;
}
