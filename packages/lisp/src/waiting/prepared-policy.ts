// Runs a prepared program under a policy. It loads with the first one.

import type { Libraries } from "../analysis/known-libraries.ts";
import { effectsOf, type AnalyzedSource } from "../effect-analysis/effects-of.ts";
import type { ProgramRunOptions } from "../options/run-options.ts";
import type { LispStep } from "../step/step.ts";
import { deniedStep } from "./denied-step.ts";
import { policedRun } from "./under-policy.ts";
import type { Recording } from "./waiting-run.ts";

/**
 * Runs a prepared program, unless it certainly makes a denied call.
 * @throws OptionError
 */
export async function runPreparedUnderPolicy<Return, Options extends ProgramRunOptions<Return>>(
  program: AnalyzedSource,
  options: Options,
  libraries: Libraries | undefined,
  run: (options: Options, recording: Recording) => Promise<LispStep<Return>>,
): Promise<LispStep<Return>> {
  const { gate, options: policed, recording } = await policedRun(options);
  const effects = effectsOf(program, {
    ...options,
    ...(libraries === undefined ? {} : { libraries }),
  });
  return deniedStep(program.source, effects, options, gate) ?? (await run(policed, recording));
}
