// A builtin that calls functions, as a value. Where such a builtin is itself called as a function,
// data decides how deep builtins call each other, `(reduce reduce [[reduce [[reduce …]]]])`, and no
// level of calls tells of it.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branch.ts";
import type { Result } from "../evaluation/result.ts";
import { Builtin } from "./builtin.ts";

export class FunctionCaller extends Builtin {
  private ownPlain: Builtin | undefined = undefined;

  /** The same for code that names it where it calls it. */
  get plain(): Builtin {
    return (this.ownPlain ??= new Builtin(this.row, this.readsElements));
  }

  override call0(branch: Branch): Result {
    branch.evaluation.nestsDeep = true;
    return super.call0(branch);
  }

  override call1(branch: Branch, first: Value): Result {
    branch.evaluation.nestsDeep = true;
    return super.call1(branch, first);
  }

  override call2(branch: Branch, first: Value, second: Value): Result {
    branch.evaluation.nestsDeep = true;
    return super.call2(branch, first, second);
  }

  override call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    branch.evaluation.nestsDeep = true;
    return super.call3(branch, first, second, third);
  }

  override callMany(branch: Branch, args: readonly Value[]): Result {
    branch.evaluation.nestsDeep = true;
    return super.callMany(branch, args);
  }
}

/** `builtin` for code that names it where it calls it. */
export function named(builtin: Builtin): Builtin {
  return builtin instanceof FunctionCaller ? builtin.plain : builtin;
}
