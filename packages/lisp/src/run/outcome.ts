// Runs the code of a program until it ends: with a value from its last expression or from `return`,
// or with an error. Realizes lazy sequences in the value under the program's own budget.

import type { Value } from "@ptc/core/values";
import type { ProgramCode } from "../compile/compile-program.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import {
  CancelledError,
  FailSignal,
  ReturnSignal,
  ThrownError,
} from "../evaluation/errors/errors.ts";
import type { Result } from "../evaluation/result.ts";
import type { ShownElements } from "../evaluation/evaluation-options.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import { whollyRealized } from "../sequence/realize.ts";

export interface Outcome {
  readonly value: Value;
  readonly endedBy: "return" | "value";
}

/**
 * Runs the program. Returns the outcome itself if nothing was awaited, because a promise takes as
 * long as a small program.
 */
export function outcomeOf(
  code: ProgramCode,
  branch: Branch,
  now: number,
  shows: ShownElements | undefined,
): Outcome | Promise<Outcome> {
  branch.evaluation.resumeClock(now);
  branch.begin();
  try {
    if (branch.evaluation.isCancelled) throw new CancelledError();
    const answer = code.run(branch);
    const complete = (value: Value): Result => lastValue(branch, value, shows);
    const result = answer instanceof Promise ? answer.then(complete) : complete(answer);
    return result instanceof Promise
      ? awaitedOutcome(result, branch)
      : { value: result, endedBy: "value" };
  } catch (error) {
    return endedOutcome(error, branch);
  }
}

/** Returns the value of the last expression with its lazy sequences realized. */
function lastValue(branch: Branch, value: Value, shows: ShownElements | undefined): Result {
  return shows !== undefined && typeof value === "object" && value !== null
    ? lazyCode.language.use(({ shownValue }) => shownValue(branch, value, shows))
    : whollyRealized(branch, value);
}

async function awaitedOutcome(result: Promise<Value>, branch: Branch): Promise<Outcome> {
  try {
    return { value: await result, endedBy: "value" };
  } catch (error) {
    return endedOutcome(error, branch);
  }
}

/** Returns the outcome of a program that ended with `return`, `fail` or `throw`. */
function endedOutcome(error: unknown, branch: Branch): Outcome | Promise<Outcome> {
  if (error instanceof FailSignal || error instanceof ThrownError)
    return lazyCode.language.use(({ withFailData }) => withFailData(error, branch));
  if (!(error instanceof ReturnSignal)) throw error;
  const value = whollyRealized(branch, error.value);
  return value instanceof Promise
    ? value.then((settled) => ({ value: settled, endedBy: "return" }))
    : { value, endedBy: "return" };
}
