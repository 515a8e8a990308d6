// Creates steps by hand: for tests of code that takes steps, and for applications that answer
// instead of an agent.

import type { Fail, FailDetails, FailReason } from "@ptc/core/contracts";
import { nothingUsed } from "@ptc/core/internal/contracts";
import { Memory } from "@ptc/lisp";
import type { FailedMission, SuccessfulMission } from "./step.ts";

/** Other fields for a hand-made step. Omitted fields are empty or absent. */
export type StepFields = Partial<Omit<SuccessfulMission, "ok" | "return" | "memory" | "fail">>;

/** Returns a successful step. */
export function successfulStep<Return>(
  returned: Return,
  memory: Memory | Readonly<Record<string, unknown>> = Memory.empty,
  fields: StepFields = {},
): SuccessfulMission<Return> {
  return { ...emptyStep(memory), usage: noUsage, ...fields, ok: true, return: returned };
}

/**
 * Returns a failed step. `details` describe the fail, and `fields` may include the journal of the
 * work done before.
 */
export function failedStep(
  reason: FailReason,
  message: string,
  memory: Memory | Readonly<Record<string, unknown>> = Memory.empty,
  details?: FailDetails,
  fields: StepFields = {},
): FailedMission {
  const fail: Fail = { reason, message, ...(details === undefined ? {} : { details }) };
  return { ...emptyStep(memory), ...fields, ok: false, fail };
}

const noUsage = { ...nothingUsed, turns: 0, llmRequests: 0 };

function emptyStep(
  memory: Memory | Readonly<Record<string, unknown>>,
): Omit<SuccessfulMission, "ok" | "return" | "usage" | "fail"> {
  return {
    memory: memory instanceof Memory ? memory : Memory.from(memory),
    turns: [],
    prints: [],
    toolCalls: [],
    parallelCalls: [],
    toolCache: {},
    summaries: {},
    traceId: "0".repeat(32),
    originalPrompt: "",
  };
}
