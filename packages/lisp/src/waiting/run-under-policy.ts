// Runs a program under a policy. It is checked on the effects of the program before it runs, and at
// each call.

import type { AnalyzeOptions } from "../effect-analysis/effects-of.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { PolicyGate } from "../policy/policy-gate.ts";
import type { FailedStep, LispStep } from "../step/step.ts";
import { deniedStep } from "./denied-step.ts";
import { policedRun, type LoadedFirst, type PolicedOptions } from "./under-policy.ts";
import type { Recording } from "./waiting-run.ts";
import { analyzeWith, type PrepareSource } from "../effect-analysis/analyze-with.ts";

/** The options that a run under a policy reads; a pool has another kind of context. */
type RunOptionsOfPolicy = PolicedOptions & Pick<LispRunOptions, "memory" | "trace" | "journal">;

/**
 * Runs a source under the policy of its options. A program that certainly makes a denied call
 * doesn't run.
 * @throws OptionError
 */
export async function runUnderPolicy<Return, Options extends RunOptionsOfPolicy>(
  source: string,
  options: Options,
  run: (source: string, options: Options, recording: Recording) => Promise<LispStep<Return>>,
  prepare: PrepareSource,
  analyzed: AnalyzeOptions = options,
  evaluator?: LoadedFirst,
): Promise<LispStep<Return>> {
  const { gate, options: policed, recording } = await policedRun(options, evaluator);
  return (
    (await deniedBefore(source, { ...options, ...analyzed }, gate, prepare)) ??
    (await run(source, policed, recording))
  );
}

/** Returns the step of a program that certainly makes a denied call; otherwise undefined. */
export async function deniedBefore(
  source: string,
  options: AnalyzeOptions & Pick<LispRunOptions, "memory" | "trace" | "journal">,
  gate: PolicyGate,
  prepare: PrepareSource,
): Promise<FailedStep | undefined> {
  const analysis = await analyzeWith(prepare, source, options);
  return analysis.ok ? deniedStep(source, analysis.effects, options, gate) : undefined;
}
