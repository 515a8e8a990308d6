// Builds the step of a program with mistakes found before the run. Lazily loaded, by
// loading/lazy-language.ts.

import type { Fail } from "@ptc/core/contracts";
import { nothingUsed } from "@ptc/core/internal/contracts";
import { JournalEntries } from "@ptc/core/internal/journal";
import type { Memory } from "../persistence/memory.ts";
import { explainedNames } from "../persistence/unkept-names.ts";
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
    fail: explainedNames(gathered(errors), memory),
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

/** Returns the first mistake, with the others in its details. */
function gathered([first, ...others]: readonly Fail[]): Fail {
  if (first === undefined) return { reason: "analysis_error", message: "the program is wrong" };
  return others.length === 0 ? first : { ...first, details: { ...first.details, errors: others } };
}
