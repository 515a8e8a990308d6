// Finds out whether a program of a mission certainly makes a denied call. The analysis loads with
// the first policy.

import type { AnalyzeOptions } from "../effect-analysis/effects-of.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { FailedStep } from "../step/step.ts";
import { lazyWaiting, prepare, withLibraries } from "./start.ts";
import type { PolicyGate } from "../policy/policy-gate.ts";

/** The options of a program that the analysis and a failed step read. */
export type PolicedProgram = AnalyzeOptions & Pick<LispRunOptions, "trace" | "memory" | "journal">;

/** Returns the step of a program that certainly makes a denied call; otherwise undefined. */
export async function deniedProgram(
  source: string,
  options: PolicedProgram,
  gate: PolicyGate,
): Promise<FailedStep | undefined> {
  const { deniedBefore } = await lazyWaiting.load();
  return await withLibraries(options, (given) => deniedBefore(source, given, gate, prepare));
}
