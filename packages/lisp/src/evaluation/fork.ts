// Parallel branches. The allowance left is divided evenly among them and what is not used comes back at the join, in
// branch order; prints and tool calls are merged in branch order too, so a run does not depend on who finishes first.

import { Vector, type Value } from "@ptc/core/values";
import { Branch, type Allowance } from "./branch.ts";
import { endedError, EvaluationError, FailSignal, LimitError, ReturnSignal } from "./errors.ts";
import type { Result } from "./result.ts";

/** Runs `count` branches of `body`, all started before any is awaited; a vector of their results. */
export function fork(parent: Branch, count: number, body: (branch: Branch, index: number) => Result): Result {
  const { evaluation } = parent;
  if (parent.isCleaningUp) throw endedError("pmap");
  if (count > evaluation.limits.branches) throw new LimitError("branches", evaluation.limits.branches);
  if (count === 0) return Vector.of<Value>([]);
  parent.charge(count * 64);
  const number = parent.nextFork++;
  // While its branches run, the parent waits.
  evaluation.pauseClock();
  const branches = divide(parent.surrender(), count).map(
    (allowance, branch) => new Branch(evaluation, allowance, [...parent.path, { fork: number, branch }], parent.depth, parent.tasks),
  );
  const outcomes = branches.map((branch, index) => start(branch, index, body));
  const finish = (settled: readonly Outcome[]): Value => {
    evaluation.resumeClock();
    return join(parent, branches, settled);
  };
  if (!outcomes.some((outcome) => outcome instanceof Promise)) return finish(outcomes as Outcome[]);
  return Promise.all(outcomes.map((outcome) => Promise.resolve(outcome))).then(finish);
}

type Outcome = { readonly value: Value } | { readonly error: unknown };

function start(branch: Branch, index: number, body: (branch: Branch, index: number) => Result): Outcome | Promise<Outcome> {
  const { evaluation } = branch;
  evaluation.resumeClock();
  const ended = (outcome: Outcome): Outcome => {
    evaluation.pauseClock();
    return outcome;
  };
  try {
    const result = body(branch, index);
    if (!(result instanceof Promise)) return ended({ value: result });
    return result.then((value) => ended({ value }), (error: unknown) => ended({ error }));
  } catch (error) {
    return ended({ error });
  }
}

/** Whole shares; the remainder goes to the first branches, so nothing is lost. */
function divide(allowance: Allowance, count: number): Allowance[] {
  const share = (total: number, index: number): number => Math.floor(total / count) + (index < total % count ? 1 : 0);
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
    parent.prints.push(...branch.prints);
    parent.summaries.push(...branch.summaries);
    parent.toolCalls.push(...branch.toolCalls);
  }
  const failed = outcomes.findIndex((outcome) => "error" in outcome);
  const outcome = outcomes[failed];
  if (outcome !== undefined && "error" in outcome) {
    parent.site = branches[failed]?.site ?? parent.site;
    throw forkError(outcome.error);
  }
  return Vector.of(outcomes.map((each) => ("value" in each ? each.value : null)));
}

function forkError(error: unknown): unknown {
  if (!(error instanceof ReturnSignal) && !(error instanceof FailSignal)) return error;
  const form = error instanceof ReturnSignal ? "return" : "fail";
  return new EvaluationError("unsupported", `(${form} …) cannot end the program from inside a parallel branch`, {
    op: form,
    hint: `let the branch answer with a value, and call ${form} after pmap or pcalls`,
  });
}
