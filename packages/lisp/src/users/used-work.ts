// Reads the work of a run from its step.

import type { Fail, RunUsage } from "@ptc/core/contracts";
import type { Limits } from "../evaluation/limits.ts";
import type { UsedWork } from "./evaluator-event.ts";

/** The result of counted work: a step of a program or of a mission. */
export interface CountedStep {
  readonly ok: boolean;
  readonly fail?: Pick<Fail, "reason" | "details"> | undefined;
  readonly usage?: Pick<RunUsage, "steps" | "memoryBytes" | "durationMs"> | undefined;
}

/** Reasons with which a pool ends a process, whose meters are then lost. */
const lostReasons: readonly string[] = [
  "cancelled",
  "memory_exceeded",
  "output_exceeded",
  "sandbox_failed",
  "timeout",
];

/** Starting a process takes about as long as this many steps. */
const stepsOfProcess = 5_000_000;

/** Returns the work of a run by the meters in its step. */
export function usedWork({ usage }: CountedStep): UsedWork {
  return { steps: usage?.steps ?? 0, bytes: usage?.memoryBytes ?? 0 };
}

/**
 * Returns the work of a run in a pool. A run that reached a limit, or was lost, also pays for the
 * process that replaces its own. If the meters were lost with the process, the limits of the run
 * are what it may have used; a cancelled run pays the part of them that its time is of
 * `limits.timeoutMs`.
 */
export function usedInPool(step: CountedStep, limits: Limits): UsedWork {
  const { fail, usage } = step;
  const { steps, bytes } = usedWork(step);
  const durationMs = usage?.durationMs ?? 0;
  const isLost =
    fail !== undefined &&
    durationMs > 0 &&
    steps + bytes === 0 &&
    lostReasons.includes(fail.reason);
  if (!isLost)
    return { steps: fail?.details?.limit === undefined ? steps : steps + stepsOfProcess, bytes };
  const part = fail.reason === "cancelled" ? Math.min(1, durationMs / limits.timeoutMs) : 1;
  return {
    steps: Math.ceil(limits.steps * part) + stepsOfProcess,
    bytes: Math.ceil(limits.memoryBytes * part),
  };
}
