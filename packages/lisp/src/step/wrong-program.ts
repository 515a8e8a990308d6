// The step of a program that is wrong before it runs. Loads lazily, with loading/lazy-language.ts.

import { JournalEntries, nothingUsed, type Fail } from "@ptc/core/contracts";
import type { Memory } from "../persistence/memory.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { FailedStep } from "./step.ts";

/** The step with its span in the trace, which a program has that cannot run all the same. */
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

/** The step; it has the journal that was given, unchanged. */
export function wrongStep(
  errors: readonly Fail[],
  memory: Memory,
  journal?: Readonly<Record<string, unknown>> | JournalEntries,
): FailedStep {
  return {
    ok: false,
    fail: gathered(errors),
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

/** The first mistake, with the others in its details. */
function gathered([first, ...others]: readonly Fail[]): Fail {
  if (first === undefined) return { reason: "analysis_error", message: "the program is wrong" };
  return others.length === 0 ? first : { ...first, details: { ...first.details, errors: others } };
}
