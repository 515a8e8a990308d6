// One reading of a model's answer. It serves everybody: who runs the program, who keeps the answer
// in the conversation, who tells the model what was wrong with it.

import { findPrograms, type FoundPrograms } from "./find-programs.ts";
import { thinkingIn, withBlanks } from "./thinking.ts";

/** The program of an answer, or why there is none. */
export type ExtractedProgram =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly reason: "no_code_found" }
  | { readonly ok: false; readonly reason: "multiple_code_blocks"; readonly count: number };

export interface AnswerReading {
  readonly program: ExtractedProgram;
  /**
   * The answer from its first program block on. One with a bare program without what stands between
   * thinking tags, one without any program as it is.
   */
  readonly said: string;
}

/** Reads an answer, in time proportional to its length. */
export function readAnswer(answer: string): AnswerReading {
  // A carriage return alone is a line break; places in the answer stay what they are.
  const text = answer.replace(/\r(?!\n)/g, "\n");
  const thinking = thinkingIn(text);
  const found = findPrograms(withBlanks(text, thinking));
  // A model that thought of a program and said nothing more meant that.
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
