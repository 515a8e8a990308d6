// Reads a model's answer once for all its uses: to run the program, to store the answer in the
// conversation, and to report problems to the model.

import { presentFields } from "@ptc/llm/adapter";
import { findPrograms, type FoundPrograms } from "./find-programs.ts";
import { withBlanks } from "./stretch.ts";
import { templateTokens } from "./template-tokens.ts";
import { thinkingIn } from "./thinking.ts";

/** The program of an answer, or the reason why it has none or several. */
export type ExtractedProgram =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly reason: "no_code_found" }
  | {
      readonly ok: false;
      readonly reason: "multiple_code_blocks";
      readonly count: number;
      /** The forms in which the programs are written, if they differ. */
      readonly forms?: readonly string[];
    };

export interface AnswerReading {
  readonly program: ExtractedProgram;
  /**
   * The model's answer without its thinking. With a program in a code block: the answer from that
   * block on. With a program without a fence: the answer without the text between thinking tags.
   * Without a program: the whole answer.
   */
  readonly said: string;
  /** True if the program is in a block that names a Lisp, or in a call. */
  readonly isNamed: boolean;
}

/** Reads an answer, in time proportional to its length. */
export function readAnswer(answer: string): AnswerReading {
  // A carriage return alone is a line break too. Replacing it with one character keeps all
  // positions.
  const text = answer.replace(/\r(?!\n)/g, "\n");
  const thinking = thinkingIn(text);
  const found = programsIn(withBlanks(text, thinking));
  // If the only program is in the model's thinking, that program is meant.
  const meant = found.programs.length === 0 && thinking.length > 0 ? programsIn(text) : found;
  return {
    program: programOf(meant),
    isNamed: meant.isNamed,
    said: saidOf(answer, meant, () => withBlanks(answer, thinking).trim()),
  };
}

function programsIn(text: string): FoundPrograms {
  return findPrograms(withBlanks(text, templateTokens(text), "\n"));
}

function programOf({ programs, forms }: FoundPrograms): ExtractedProgram {
  const [source] = programs;
  if (source === undefined) return { ok: false, reason: "no_code_found" };
  if (programs.length === 1 && forms === undefined) return { ok: true, source };
  const count = Math.max(programs.length, forms?.length ?? 0);
  return { ok: false, reason: "multiple_code_blocks", count, ...presentFields({ forms }) };
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
