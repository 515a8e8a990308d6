// Checks the result of a pool run against the caller's schema, which is not sent to the process.

import type { Fail, StandardSchema } from "@ptc/core/contracts";
import { CancelledError } from "../evaluation/errors/errors.ts";
import { verdictOf } from "../evaluation/host/schema-verdict.ts";
import type { Memory } from "../persistence/memory.ts";
import type { FailedStep, LispStep } from "../step/step.ts";
import { checkReturn } from "../step/return-check.ts";
import { cancelledFail } from "./pool-fail.ts";

export interface CheckOptions<Return> {
  /** The memory passed to the run, which a failed step returns. */
  readonly memory: Memory;
  readonly returns: StandardSchema<Return> | undefined;
  readonly signal: AbortSignal | undefined;
}

export async function checkedStep<Return>(
  step: LispStep,
  { memory, returns, signal }: CheckOptions<Return>,
): Promise<LispStep<Return>> {
  if (!step.ok) return step;
  // Without a schema, the caller chose the type.
  if (returns === undefined) return { ...step, return: step.return as Return };
  try {
    const result = await checkReturn(verdictOf(returns, step.return, "returns"), signal);
    return result.ok ? { ...step, return: result.value } : refused(step, result.fail, memory);
  } catch (error) {
    if (error instanceof CancelledError) return refused(step, cancelledFail(), memory);
    throw error;
  }
}

function refused(
  { prints, toolCalls, parallelCalls, usage, journal, warnings, libraries }: LispStep,
  fail: Fail,
  memory: Memory,
): FailedStep {
  return {
    ok: false,
    fail,
    memory,
    summaries: {},
    prints,
    toolCalls,
    usage,
    ...(parallelCalls === undefined ? {} : { parallelCalls }),
    ...(journal === undefined ? {} : { journal }),
    ...(warnings === undefined ? {} : { warnings }),
    ...(libraries === undefined ? {} : { libraries }),
  };
}
