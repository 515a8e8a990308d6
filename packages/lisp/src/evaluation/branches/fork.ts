// Runs parallel branches. Divides the remaining budget evenly among them, and returns the unused
// rest at the join. Records are merged in branch order, so the result of a run doesn't depend on
// which branch finishes first.
//
// An exception: a limit may cut off work that branches share, such as an element of a lazy
// sequence. The next branch that needs it continues from where it was cut off. So the branches that
// reach the limit, and what they have done until then, may depend on which of them came first. But
// some branch reaches a limit there in any order. Therefore such a run ends at the outermost fork
// around it, as if no branch had begun: with the prints and the costs before the fork, with all of
// the exceeded counter spent, and with every branch failed. Only calls of tools remain.

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
import type { Site } from "../site.ts";

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
  const before = parent.isParallel ? undefined : parent.remaining;
  // The parent waits while its branches run, so pause its clock.
  evaluation.pauseClock();
  const branches = divide(parent.surrender(), count).map((share, branch) =>
    parent.inner(share, scope.within({ fork, branch }), parent.depth + levelsOfFork, true),
  );
  const outcomes = branches.map((branch, index) => start(branch, index, body));
  const finish = (settled: readonly Outcome[]): Value => {
    evaluation.resumeClock();
    const errors = errorsOf(settled, branches);
    // An error that ends the program takes precedence over one that can be caught, regardless of
    // the branch. Otherwise the error of the first branch counts.
    const failed = errors.find(({ error }) => endsProgram(error)) ?? errors[0];
    const isCut = before !== undefined && evaluation.isCut && isLimitOnWork(failed?.error);
    finishRecord(isCut ? count : errors.length, branches);
    for (const branch of branches) parent.join(branch, isCut);
    if (failed === undefined)
      return Vector.of(
        settled.map((outcome) => ("value" in outcome ? outcome.value : null)),
        "sequence",
      );
    if (isCut) parent.endAt(before, failed.error);
    else parent.site = failed.site ?? parent.site;
    throw withCount(failed.error, errors.length, count);
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
): (errorCount: number, branches: readonly Branch[]) => void {
  const { clock, runId: run, turn } = parent.evaluation;
  const { path } = parent.scope;
  const timestamp = clock.now();
  const startedAt = clock.monotonic();
  const begun = { type, count, successCount: 0, errorCount: 0, timestamp, durationMs: 0 };
  const { records } = parent;
  const recordIndex = records.add("parallelCalls", begun);
  return (errorCount, branches) => {
    const childTraceIds = branches.flatMap((branch) => branch.records.childTraceIds());
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

function isLimitOnWork(error: unknown): boolean {
  return error instanceof LimitError && error.limit !== "timeoutMs";
}

interface Failed {
  readonly error: unknown;
  readonly site: Site | undefined;
}

function errorsOf(outcomes: readonly Outcome[], branches: readonly Branch[]): readonly Failed[] {
  return outcomes.flatMap((outcome, index) =>
    "error" in outcome ? [{ error: forkError(outcome.error), site: branches[index]?.site }] : [],
  );
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
