// Builds the step of a program with mistakes found before the run. Lazily loaded, by
// loading/lazy-language.ts.

import type { Fail } from "@ptc/core/contracts";
import { nothingUsed } from "@ptc/core/internal/contracts";
import { oneLine } from "@ptc/core/internal/errors";
import { JournalEntries } from "@ptc/core/internal/journal";
import type { Memory } from "../persistence/memory.ts";
import { reasonFor } from "../persistence/unkept-names.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { FailedStep } from "./step.ts";

/** Returns the step and traces its span. A program that can't run is traced too. */
export function wrongProgram(
  source: string,
  errors: readonly Fail[],
  memory: Memory,
  { trace, journal }: Pick<LispRunOptions, "trace" | "journal">,
): FailedStep {
  const step = wrongStep(errors, memory, journal);
  const span = trace?.start("program", () => ({ source }));
  span?.end({ ok: false, fail: step.fail, prints: [], usage: step.usage });
  return step;
}

/** Returns the step. It contains the given journal, unchanged. */
export function wrongStep(
  errors: readonly Fail[],
  memory: Memory,
  journal?: Readonly<Record<string, unknown>> | JournalEntries,
): FailedStep {
  return {
    ok: false,
    fail: gathered(errors.map((error) => explained(error, memory))),
    memory,
    summaries: {},
    ...(journal === undefined || journal instanceof JournalEntries
      ? {}
      : { journal: { ...journal } }),
    prints: [],
    toolCalls: [],
    usage: nothingUsed,
  };
}

const longestReason = 200;

/** Says of an unknown name that an earlier program defined it, and why it has no value. */
function explained(error: Fail, memory: Memory): Fail {
  const { op = "", message, details } = error;
  const reason = details?.kind === "unbound_var" ? reasonFor(memory, op) : undefined;
  if (reason === undefined || message !== `unknown symbol ${op}`) return error;
  return {
    ...error,
    message: `${message}: an earlier program defined it, but it was not kept: ${oneLine(reason, longestReason)}`,
    details: { ...details, hint: `define ${op} again in this program` },
  };
}

/** Returns the first mistake, with the others in its details. */
function gathered([first, ...others]: readonly Fail[]): Fail {
  if (first === undefined) return { reason: "analysis_error", message: "the program is wrong" };
  return others.length === 0 ? first : { ...first, details: { ...first.details, errors: others } };
}
