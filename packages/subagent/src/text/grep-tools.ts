// `grep` and `grep-n`: ready-made tools for agents that search texts line by line.

import type { Fail, ToolArguments, ToolContext } from "@ptc/core/contracts";
import { prepare, type Program } from "@ptc/lisp";
import { nextTask } from "@ptc/core/internal/task";
import { tool } from "../agent/tool.ts";
import { grepProgram, numberedGrepProgram } from "./grep-program.ts";

interface NumberedLine {
  /** The line number, from 1. */
  readonly line: number;
  readonly text: string;
  /** False for a line that is only near a match. */
  readonly match: boolean;
}

const patternText =
  "pattern is a regular expression, case-insensitive; \\| \\( \\) \\{ \\} mean the same as " +
  "| ( ) { }, so write [(] for a parenthesis itself; an empty pattern matches every line.";

/**
 * The tools by name, for `tools: { ...grepTools }`. Each call runs as a separate program with the
 * default limits, and fails if it reaches one.
 */
export const grepTools = {
  grep: /* @__PURE__ */ tool({
    description: `The lines of text that match pattern, without their numbers. ${patternText}`,
    signature: "(pattern :string, text :string) -> [:string]",
    effect: "read",
    execute: searchWith<readonly string[]>(grepProgram),
  }),
  "grep-n": /* @__PURE__ */ tool({
    description: `The lines of text that match pattern, with line numbers from 1 and up to context lines before and after each (default 0); match is true for matching lines, false for context. ${patternText}`,
    signature:
      "(pattern :string, text :string, context :int?) -> [{line :int, text :string, match :bool}]",
    effect: "read",
    execute: searchWith<readonly NumberedLine[]>(numberedGrepProgram),
  }),
};

/** Omitted arguments are nil, because reading missing data would be an error. */
const noArguments = { pattern: null, text: null, context: null };

/**
 * Runs a search with the arguments of a call. The first call prepares the program for all later
 * ones.
 */
function searchWith<Found>(
  source: string,
): (args: ToolArguments, context: ToolContext) => Promise<Found> {
  let prepared: Program | undefined;
  return async (args, { signal }) => {
    prepared ??= await preparedSearch(source);
    // A search never waits, so give the host a turn first, in which it can process an abort.
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

/** Omits the position in the search program, which would mean nothing to the caller of the tool. */
function messageOf({ message, details }: Fail): string {
  if (details?.limit !== undefined) {
    const { value, unit } = details.limit;
    return `the search exceeded its limit of ${String(value)} ${unit}: search a smaller text, in parts, or with a pattern that matches fewer lines`;
  }
  return details?.hint === undefined ? message : `${message} (${details.hint})`;
}
