// Explains wrong options, and wrong fields of tools: those of agents, and those of other libraries.
// Loads with the first wrong option, because few hosts need it.

import { OptionError } from "@ptc/core/errors";
import { toolAliasText } from "@ptc/core/internal/arguments";

/** The expected values of options whose check doesn't say them. */
const expected: ReadonlyMap<string, string> = new Map([
  ["generate", 'expected "auto", "never" or { calls, turns }: whole numbers'],
  ["yieldMs", "expected milliseconds above 0, or Infinity"],
  ["returns", "expected a Standard Schema (zod, valibot, arktype…)"],
  ["collections", 'expected "plain", "native" or "language"'],
  ["lastValue", 'expected "return", "show" or { count: 20 }'],
  ["onJournal", "expected a function that takes a change"],
  ["journal", "expected an object of task results by id"],
  ["budget", "expected an object"],
]);

/** Returns the text for an option of a run; undefined if its message is complete. */
function expectedOf(option: string, message: string): string | undefined {
  if (message.endsWith(": is wrong")) return expected.get(option) ?? "expected true or false";
  if (option === "onJournal" && message.endsWith(": needs a journal"))
    return "needs a journal to report changes of: add { journal: {} }";
  return option === "journal" && message.endsWith(": is a Map")
    ? `${expected.get("journal") ?? ""}, got a Map: pass Object.fromEntries(journal)`
    : undefined;
}

/** Throws `error`, whose message says what to use instead for options and fields that it knows. */
export function refuseOptions(error: unknown): never {
  throw error instanceof OptionError ? explained(error) : error;
}

function explained(error: OptionError): OptionError {
  const { option, message } = error;
  const field = /^tools\.[^]*\.([^.]*)$/.exec(option)?.[1];
  const text =
    field === undefined
      ? expectedOf(option, message)
      : field === "signature"
        ? 'is for agents only: use inputSchema(signature("…")) and outputSchema(signature("…")) from @ptc/signature'
        : field === "needsApproval" && message.endsWith(": is wrong")
          ? "expected true, false or a function"
          : field === "suspends" && message.endsWith(": is wrong")
            ? "expected true or false"
            : message.includes(": unknown option (")
              ? toolAliasText(field)
              : undefined;
  return text === undefined ? error : new OptionError(option, text);
}
