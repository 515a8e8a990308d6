// `Thread/sleep`. A wait has an address, because other branches have effects meanwhile, and a
// replay must continue the branch at the same point. Like a tool's time, it counts only with
// `chargeToolTime`. The signal of the run ends it.

import { effectAddressText, sleep } from "@ptc/core/internal/contracts";
import type { Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { endedError, EvaluationError, waitRefused } from "../../evaluation/errors/errors.ts";
import type { Evaluation } from "../../evaluation/evaluation.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import type { Result } from "../../evaluation/result.ts";
import { wholeArgument } from "../time/temporal-arguments.ts";
import { row, type BuiltinRow } from "../row.ts";

const operation = "Thread/sleep";

/** The milliseconds that all waits of a run may take together. */
const longestSleepMs = 60_000;

/** The milliseconds that each run has requested so far. */
const requestedMs = /* @__PURE__ */ new WeakMap<Evaluation, number>();

function sleepFor(branch: Branch, duration: Value): Result {
  const { evaluation } = branch;
  const milliseconds = wholeArgument(duration, operation);
  if (milliseconds < 0) throw wrongArgument(operation, "the time to wait is negative");
  if (evaluation.isCancelled) throw evaluation.cancellation;
  if (evaluation.endedBy !== undefined) throw evaluation.endedBy;
  if (branch.isCleaningUp) throw endedError(operation);
  if (branch.cannotWait) throw waitRefused();
  if (!evaluation.mayAwait)
    throw new EvaluationError("unsupported", `${operation}: this call cannot wait`, {
      op: operation,
      hint: "call it directly: (Thread/sleep 100)",
    });
  const total = (requestedMs.get(evaluation) ?? 0) + milliseconds;
  if (total > longestSleepMs)
    throw wrongArgument(
      operation,
      `a program may wait ${String(longestSleepMs / 1000)} seconds in total`,
      "wait less, or check again in the next turn",
    );
  requestedMs.set(evaluation, total);
  branch.charge(256);
  return milliseconds === 0
    ? null
    : waited(evaluation, milliseconds, effectAddressText(branch.nextAddress()));
}

async function waited(
  evaluation: Evaluation,
  milliseconds: number,
  address: string,
): Promise<Value> {
  evaluation.pauseClock();
  await sleep(evaluation.clock, milliseconds, evaluation.signal, address);
  // Never settle after the end of the run, because a rejection would be unhandled.
  if (evaluation.isStopped) await new Promise(() => undefined);
  const later = evaluation.resumeInTurn();
  if (later !== undefined) await later;
  if (evaluation.isCancelled) throw evaluation.cancellation;
  evaluation.checkToolTime();
  return null;
}

export const sleepingRows: readonly BuiltinRow[] = [
  row([operation, "java.lang.Thread/sleep"], `(${operation} ms)`, {
    doc: "Waits some milliseconds, at most a minute in total; the time counts like a tool's.",
    example: [`(${operation} 1)`, "nil"],
    awaits: true,
    arities: { 1: sleepFor },
  }),
];
