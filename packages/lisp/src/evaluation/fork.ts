// Parallel branches. The allowance left is divided evenly among them and what is not used comes
// back at the join, in branch order; prints and tool calls are merged in branch order too, so a run
// does not depend on who finishes first.

import { Vector, type Value } from "@ptc/core/values";
import { Branch, type Allowance } from "./branch.ts";
import {
  endedError,
  EvaluationError,
  FailSignal,
  LimitError,
  ReturnSignal,
  ToolError,
} from "./errors.ts";
import type { Result } from "./result.ts";

/**
 * Runs `count` branches of `body`, all started before any is awaited; a vector of their results.
 */
export function fork(
  parent: Branch,
  operation: "pmap" | "pcalls",
  count: number,
  body: (branch: Branch, index: number) => Result,
): Result {
  const { evaluation } = parent;
  if (parent.isCleaningUp) throw endedError(operation);
  if (count > evaluation.limits.branches)
    throw new LimitError("branches", evaluation.limits.branches);
  if (count === 0) return Vector.of<Value>([]);
  parent.charge(count * (bytesOfBranch + 16 * parent.path.length));
  const number = parent.nextFork++;
  const finishRecord = record(parent, operation, count);
  // While its branches run, the parent waits.
  evaluation.pauseClock();
  const branches = divide(parent.surrender(), count).map(
    (allowance, branch) =>
      new Branch(
        evaluation,
        allowance,
        [...parent.path, { fork: number, branch }],
        parent.depth + levelsOfFork,
        parent.tasks,
      ),
  );
  for (const branch of branches) branch.cannotWait = parent.cannotWait;
  const outcomes = branches.map((branch, index) => start(branch, index, body));
  const finish = (settled: readonly Outcome[]): Value => {
    evaluation.resumeClock();
    finishRecord(settled);
    return join(parent, branches, settled);
  };
  if (!outcomes.some((outcome) => outcome instanceof Promise)) return finish(outcomes as Outcome[]);
  return Promise.all(outcomes.map((outcome) => Promise.resolve(outcome))).then(finish);
}

/** Notes a fork where it begins; what it came to is known at its end. */
function record(
  parent: Branch,
  type: "pmap" | "pcalls",
  count: number,
): (outcomes: readonly Outcome[]) => void {
  const { clock } = parent.evaluation;
  const timestamp = clock.now();
  const startedAt = clock.monotonic();
  const records = (parent.parallelCalls ??= []);
  const place =
    records.push({ type, count, successCount: 0, errorCount: 0, timestamp, durationMs: 0 }) - 1;
  return (outcomes) => {
    const errorCount = outcomes.filter((outcome) => "error" in outcome).length;
    records[place] = {
      type,
      count,
      successCount: count - errorCount,
      errorCount,
      timestamp,
      durationMs: clock.monotonic() - startedAt,
    };
  };
}

/** A branch that waits is an object, its records, its path, and a few promises. */
const bytesOfBranch = 1024;

/**
 * A fork stands on the host's stack as a call does: the depth must end before the stack, whose size
 * hosts choose.
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

/** Whole shares; the remainder goes to the first branches, so nothing is lost. */
function divide(allowance: Allowance, count: number): Allowance[] {
  const share = (total: number, index: number): number =>
    Math.floor(total / count) + (index < total % count ? 1 : 0);
  return Array.from({ length: count }, (_, index) => ({
    steps: share(allowance.steps, index),
    bytes: share(allowance.bytes, index),
    toolCalls: share(allowance.toolCalls, index),
    output: share(allowance.output, index),
  }));
}

function join(parent: Branch, branches: readonly Branch[], outcomes: readonly Outcome[]): Value {
  for (const branch of branches) {
    parent.restore(branch.allowance);
    parent.takeRecords(branch);
  }
  const failed = outcomes.findIndex((outcome) => "error" in outcome);
  const outcome = outcomes[failed];
  if (outcome !== undefined && "error" in outcome) {
    parent.site = branches[failed]?.site ?? parent.site;
    throw forkError(
      outcome.error,
      outcomes.filter((each) => "error" in each).length,
      outcomes.length,
    );
  }
  return Vector.of(outcomes.map((each) => ("value" in each ? each.value : null)));
}

/**
 * The first failure in branch order; of tools also how many branches failed, since that tells an
 * item from an outage.
 */
function forkError(error: unknown, failed: number, count: number): unknown {
  if (error instanceof ToolError && failed > 1)
    return new ToolError(
      error.tool,
      `${error.message} (${String(failed)} of ${String(count)} branches failed)`,
    );
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
