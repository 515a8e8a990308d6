// Extracts the program from a model's answer: one fenced block, or forms without a fence.

import { readAnswer, type ExtractedProgram } from "./read-answer.ts";

/**
 * Finds the program in a model's answer, in time proportional to its length. `findPrograms` decides
 * which blocks are programs; `cleanSource` repairs invisible characters, typographic quotation
 * marks and escaped HTML.
 */
export function extractProgram(answer: string): ExtractedProgram {
  return readAnswer(answer).program;
}
