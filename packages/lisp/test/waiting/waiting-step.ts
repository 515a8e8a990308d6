// Steps of runs that wait, for tests.

import {
  approve,
  type Approval,
  type Checkpoint,
  type LispStep,
  type WaitingStep,
} from "../../src/index.ts";

/** Returns a waiting step, whose checkpoint is JSON from another process. */
export function waiting(step: LispStep): WaitingStep {
  if (step.status !== "waiting")
    throw new Error(step.ok ? "the run didn't wait" : step.fail.message);
  return { ...step, checkpoint: JSON.parse(JSON.stringify(step.checkpoint)) as Checkpoint };
}

/** Approves all calls that wait. */
export function approvals({ pending }: Pick<WaitingStep, "pending">): Record<string, Approval> {
  return Object.fromEntries(pending.map(({ id }) => [id, approve()]));
}

/** Returns data that contains itself. */
export function loopOf(): unknown[] {
  const loop: unknown[] = [];
  loop.push(loop);
  return loop;
}
