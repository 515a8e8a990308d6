// Runs a source whose calls may wait, or that has a policy.

import type { PrepareSource } from "../effect-analysis/analyze-with.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import type { LispStep } from "../step/step.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import { runWaiting } from "./run-and-resume.ts";
import { runUnderPolicy } from "./run-under-policy.ts";
import type { LoadedFirst } from "./under-policy.ts";
import type { Recording } from "./waiting-run.ts";

type SourceOptions<Return> = LispRunOptions<Return> & RunCheckpointOptions;

/** The evaluator's own `run`. */
type Evaluate = <Return>(
  source: string,
  options: LispRunOptions<Return>,
) => Promise<LispStep<Return>>;

/** `canWait` is true if a call of a tool may wait. @throws OptionError */
export async function runWith<Return>(
  source: string,
  given: SourceOptions<Return>,
  evaluate: Evaluate,
  prepare: PrepareSource,
  canWait: (options: SourceOptions<Return>) => boolean,
  evaluator: LoadedFirst,
): Promise<LispStep<Return>> {
  if (given.policy === undefined && given.provenance === undefined)
    return await runWaiting(source, given, evaluate);
  const run = async (
    _: string,
    options: SourceOptions<Return>,
    recording: Recording,
  ): Promise<LispStep<Return>> => {
    const recorded = recording(evaluate);
    return canWait(options)
      ? await runWaiting(source, options, recorded)
      : await recorded(source, options);
  };
  return await runUnderPolicy(source, given, run, prepare, given, evaluator);
}
