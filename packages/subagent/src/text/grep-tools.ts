// `grep` and `grep-n`: tools that search texts line by line, ready to be given to an agent.

import type { Fail, ToolArguments, ToolContext } from "@ptc/core/contracts";
import { prepare, type Program } from "@ptc/lisp";
import { nextTask } from "@ptc/core/internal/task";
import { tool } from "../agent/tool.ts";
import { grepProgram, numberedGrepProgram } from "./grep-program.ts";

interface NumberedLine {
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
  /** False for a line that only stands near a match. */
  readonly match: boolean;
}

const patternText =
  "pattern is a regular expression; case does not matter; \\| \\( \\) \\{ \\} mean the same as " +
  "| ( ) { }, so write [(] for a parenthesis itself; an empty pattern matches every line.";

/**
 * The tools by name, for `tools: { ...grepTools }`. A call runs within the default limits of a
 * program of its own, and fails when it reaches one.
 */
export const grepTools = {
  grep: /* @__PURE__ */ tool({
    description: `The lines of text that match pattern, without their numbers. ${patternText}`,
    signature: "(pattern :string, text :string) -> [:string]",
    execute: searchWith<readonly string[]>(grepProgram),
  }),
  "grep-n": /* @__PURE__ */ tool({
    description: `The lines of text that match pattern, with their numbers, which count from 1, and up to context lines before and after each (default 0); match tells the lines that match from those around them. ${patternText}`,
    signature:
      "(pattern :string, text :string, context :int?) -> [{line :int, text :string, match :bool}]",
    execute: searchWith<readonly NumberedLine[]>(numberedGrepProgram),
  }),
};

/** What a call leaves out is nil: data that is not there would be an error. */
const noArguments = { pattern: null, text: null, context: null };

/** Runs a search over the arguments of a call. The first call prepares it, for all later ones. */
function searchWith<Found>(
  source: string,
): (args: ToolArguments, context: ToolContext) => Promise<Found> {
  let prepared: Program | undefined;
  return async (args, { signal }) => {
    prepared ??= await preparedSearch(source);
    // Nothing waits in a search, so the host gets a turn before it, to hear of an abort.
    await nextTask();
    if (signal.aborted) throw new Error("the run was cancelled");
    const step = await prepared.run<Found>({ context: { ...noArguments, ...args }, signal });
    if (step.ok) return step.return;
    throw new Error(messageOf(step.fail));
  };
}

async function preparedSearch(source: string): Promise<Program> {
  const prepared = await prepare(source);
  if (prepared.ok) return prepared.program;
  throw new Error(prepared.errors.map(({ message }) => message).join("; "));
}

/** A place in the program of the search would mean nothing to whoever called the tool. */
function messageOf({ message, details }: Fail): string {
  if (details?.limit !== undefined) {
    const { value, unit } = details.limit;
    return `the search went beyond its limit of ${String(value)} ${unit}: search a smaller text, part by part, or with a pattern that matches fewer lines`;
  }
  return details?.hint === undefined ? message : `${message} (${details.hint})`;
}
