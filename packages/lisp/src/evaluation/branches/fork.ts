// Parallel branches. The budget that is left is divided evenly among them, and what they do not use
// comes back at the join. Records are merged in branch order, so the result of a run does not
// depend on which branch finishes first.

import { forkPlace, timesOf } from "@ptc/core/contracts";
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
 * Runs `body` in `count` branches, all of which start before any is awaited, and answers with a
 * sequence of their results.
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
  // The parent waits while its branches run, so its clock stands still.
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

/** Records a fork where it begins. The function that it returns completes the record at its end. */
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

/** What a waiting branch takes: an object, its records, its path, and a few promises. */
const bytesOfBranch = 1024;

/**
 * A fork takes room on the host's stack, as a call does, and counts as one. The limit of depth must
 * be reached before the stack ends, whose size differs between hosts.
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
  // An error that ends the program goes before one that can be caught, whichever branch it comes
  // from. Otherwise the error of the first branch counts.
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
 * The error for a branch that uses `return` or `fail`: only the program as a whole can end with
 * them. Any other error stays as it is.
 */
function forkError(error: unknown): unknown {
  if (!(error instanceof ReturnSignal) && !(error instanceof FailSignal)) return error;
  const form = error instanceof ReturnSignal ? "return" : "fail";
  return new EvaluationError(
    "unsupported",
    `(${form} …) cannot end the program from inside a parallel branch`,
    {
      op: form,
      hint: `let the branch answer with a value, and call ${form} after pmap or pcalls`,
    },
  );
}

/**
 * Adds to the error of a tool how many branches failed, since that tells a bad item from an outage.
 */
function withCount(error: unknown, failed: number, count: number): unknown {
  if (!(error instanceof ToolError) || failed === 1) return error;
  const failures = `(${String(failed)} of ${String(count)} branches failed)`;
  return new ToolError(error.tool, `${error.message} ${failures}`, error.data);
}
