// The step of a program that a policy stops before it runs.

import { certainDenials } from "../effect-analysis/certain-denials.ts";
import type { ProgramEffects } from "../effect-analysis/effect-analysis.ts";
import type { LispRunOptions } from "../options/run-options.ts";
import { resolveMemory } from "../persistence/memory.ts";
import type { PolicyGate } from "../policy/policy-gate.ts";
import type { FailedStep } from "../step/step.ts";
import { wrongProgram } from "../step/wrong-program.ts";

/** Returns the step of a program that certainly makes a denied call; otherwise undefined. */
export function deniedStep(
  source: string,
  effects: ProgramEffects,
  options: Pick<LispRunOptions, "tools" | "memory" | "trace" | "journal">,
  gate: PolicyGate,
): FailedStep | undefined {
  const denied = certainDenials(source, effects, options.tools, gate);
  return denied.length === 0
    ? undefined
    : wrongProgram(source, denied, resolveMemory(options.memory), options);
}
