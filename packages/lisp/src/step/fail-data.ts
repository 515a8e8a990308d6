// Realizes the data of `fail` and `throw`, under the budget of their program. Lazily loaded, by
// loading/lazy-language.ts.

import type { Branch } from "../evaluation/branches/branch.ts";
import { FailSignal, type ThrownError } from "../evaluation/errors/errors.ts";
import type { Result } from "../evaluation/result.ts";
import { whollyRealized } from "../sequence/realize.ts";

/** Throws `error` once its data is realized. Data that can't be realized is reported as text. */
export function withFailData(error: FailSignal | ThrownError, branch: Branch): Promise<never> {
  const { site } = branch;
  const fail = (): never => {
    branch.site = site;
    throw error;
  };
  let value: Result = null;
  try {
    value = whollyRealized(
      branch,
      error instanceof FailSignal ? error.value : error.value.parts.data,
    );
  } catch {
    fail();
  }
  return value instanceof Promise ? value.then(fail, fail) : fail();
}
