// Runs parallel branches. Divides the remaining budget evenly among them, and returns the unused
// rest at the join. Records are merged in branch order, so the result of a run doesn't depend on
// which branch finishes first.

import { forkPlace, timesOf } from "@ptc/core/internal/contracts";
import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "./branch.ts";
import { divide } from "../budget/counts.ts";
import { endsProgram } from "../errors/ends-program.ts";
import {
  endedError,
  EvaluationError,
  FailSignal,
  LimitError,
  ReturnSignal,
  ToolError,
} from "../errors/errors.ts";
import type { Result } from "../result.ts";

/**
 * Runs `body` in `count` branches, all of which start before any is awaited. Returns a sequence of
 * their results.
 */
export function fork(
  parent: Branch,
  operation: "pmap" | "pcalls",
  count: number,
  body: (branch: Branch, index: number) => Result,
): Result {
  const { evaluation, scope } = parent;
  if (parent.isCleaningUp) throw endedError(operation);
  if (count > evaluation.limits.branches)
    throw new LimitError("branches", evaluation.limits.branches);
  if (count === 0) return Vector.of<Value>([], "sequence");
  parent.charge(count * (bytesOfBranch + 16 * scope.path.length));
  const fork = scope.nextFork++;
  const finishRecord = record(parent, operation, count, fork);
  // The parent waits while its branches run, so pause its clock.
  evaluation.pauseClock();
  const branches = divide(parent.surrender(), count).map((share, branch) =>
    parent.inner(share, scope.within({ fork, branch }), parent.depth + levelsOfFork, true),
  );
  const outcomes = branches.map((branch, index) => start(branch, index, body));
  const finish = (settled: readonly Outcome[]): Value => {
    evaluation.resumeClock();
    finishRecord(settled, branches);
    return join(parent, branches, settled);
  };
  if (!outcomes.some((outcome) => outcome instanceof Promise)) return finish(outcomes as Outcome[]);
  return Promise.all(outcomes.map((outcome) => Promise.resolve(outcome))).then(finish);
}

/** Records a fork when it begins. Returns a function that completes the record at the end. */
function record(
  parent: Branch,
  type: "pmap" | "pcalls",
  count: number,
  fork: number,
): (outcomes: readonly Outcome[], branches: readonly Branch[]) => void {
  const { clock, runId: run, turn } = parent.evaluation;
  const { path } = parent.scope;
  const timestamp = clock.now();
  const startedAt = clock.monotonic();
  const begun = { type, count, successCount: 0, errorCount: 0, timestamp, durationMs: 0 };
  const { records } = parent;
  const recordIndex = records.add("parallelCalls", begun);
  return (outcomes, branches) => {
    const childTraceIds = branches.flatMap((branch) => branch.records.childTraceIds());
    const errorCount = outcomes.filter((outcome) => "error" in outcome).length;
    const times = timesOf(clock, () => forkPlace({ run, turn, path }, fork), {
      timestamp,
      durationMs: clock.monotonic() - startedAt,
    });
    const ended = { ...begun, successCount: count - errorCount, errorCount, ...times };
    records.change(
      "parallelCalls",
      recordIndex,
      childTraceIds.length === 0 ? ended : { ...ended, childTraceIds },
    );
  };
}

/** Bytes of a waiting branch: an object, its records, its path, and a few promises. */
const bytesOfBranch = 1024;

/**
 * A fork uses host stack like a call, so it counts as one. The depth limit must be reached before
 * the stack overflows, because stack sizes differ between hosts.
 */
const levelsOfFork = 1;

type Outcome = { readonly value: Value } | { readonly error: unknown };

function start(
  branch: Branch,
  index: number,
  body: (branch: Branch, index: number) => Result,
): Outcome | Promise<Outcome> {
  const { evaluation } = branch;
  evaluation.resumeClock();
  const ended = (outcome: Outcome): Outcome => {
    evaluation.pauseClock();
    return outcome;
  };
  try {
    const result = body(branch, index);
    if (!(result instanceof Promise)) return ended({ value: result });
    return result.then(
      (value) => ended({ value }),
      (error: unknown) => ended({ error }),
    );
  } catch (error) {
    return ended({ error });
  }
}

function join(parent: Branch, branches: readonly Branch[], outcomes: readonly Outcome[]): Value {
  for (const branch of branches) parent.join(branch);
  const errors = outcomes.flatMap((outcome, index) =>
    "error" in outcome ? [{ error: forkError(outcome.error), site: branches[index]?.site }] : [],
  );
  // An error that ends the program takes precedence over one that can be caught, regardless of the
  // branch. Otherwise the error of the first branch counts.
  const failed = errors.find(({ error }) => endsProgram(error)) ?? errors[0];
  if (failed === undefined)
    return Vector.of(
      outcomes.map((outcome) => ("value" in outcome ? outcome.value : null)),
      "sequence",
    );
  parent.site = failed.site ?? parent.site;
  throw withCount(failed.error, errors.length, outcomes.length);
}

/**
 * Returns the error for a branch that uses `return` or `fail`, which may only end the program as a
 * whole. Returns any other error unchanged.
 */
function forkError(error: unknown): unknown {
  if (!(error instanceof ReturnSignal) && !(error instanceof FailSignal)) return error;
  const form = error instanceof ReturnSignal ? "return" : "fail";
  return new EvaluationError(
    "unsupported",
    `(${form} …) cannot end the program from inside a parallel branch`,
    {
      op: form,
      hint: `end the branch with a value, and call ${form} after pmap or pcalls`,
    },
  );
}

/**
 * Adds to a tool's error how many branches failed, because that distinguishes a bad item from an
 * outage.
 */
function withCount(error: unknown, failed: number, count: number): unknown {
  if (!(error instanceof ToolError) || failed === 1) return error;
  const failures = `(${String(failed)} of ${String(count)} branches failed)`;
  return new ToolError(error.tool, `${error.message} ${failures}`, error.data);
}
