// Reads a model's answer once for all its uses: to run the program, to store the answer in the
// conversation, and to report problems to the model.

import { findPrograms, type FoundPrograms } from "./find-programs.ts";
import { thinkingIn, withBlanks } from "./thinking.ts";

/** The program of an answer, or the reason why it has none or several. */
export type ExtractedProgram =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly reason: "no_code_found" }
  | { readonly ok: false; readonly reason: "multiple_code_blocks"; readonly count: number };

export interface AnswerReading {
  readonly program: ExtractedProgram;
  /**
   * The model's answer without its thinking. With a program in a code block: the answer from that
   * block on. With a program without a fence: the answer without the text between thinking tags.
   * Without a program: the whole answer.
   */
  readonly said: string;
}

/** Reads an answer, in time proportional to its length. */
export function readAnswer(answer: string): AnswerReading {
  // A carriage return alone is a line break too. Replacing it with one character keeps all
  // positions.
  const text = answer.replace(/\r(?!\n)/g, "\n");
  const thinking = thinkingIn(text);
  const found = findPrograms(withBlanks(text, thinking));
  // If the only program is in the model's thinking, that program is meant.
  const meant = found.programs.length === 0 && thinking.length > 0 ? findPrograms(text) : found;
  return {
    program: programOf(meant),
    said: saidOf(answer, meant, () => withBlanks(answer, thinking).trim()),
  };
}

function programOf({ programs }: FoundPrograms): ExtractedProgram {
  const [source] = programs;
  if (source === undefined) return { ok: false, reason: "no_code_found" };
  return programs.length === 1
    ? { ok: true, source }
    : { ok: false, reason: "multiple_code_blocks", count: programs.length };
}

function saidOf(
  answer: string,
  { programs, start, form }: FoundPrograms,
  withoutThinking: () => string,
): string {
  if (programs.length === 0) return answer;
  if (form === "block") return answer.slice(start);
  const said = withoutThinking();
  return said === "" || said === answer.trim() ? answer : said;
}
