// A builtin that calls functions, as a value. If a program passes such a builtin as a function, its
// data decides how deep builtins nest, as in `(reduce reduce [[reduce [[reduce …]]]])`. The nesting
// of calls in the source then doesn't show the depth.

import { Builtin } from "./builtin.ts";
import type { BuiltinRow } from "./row.ts";
import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";

export class FunctionCaller extends Builtin {
  /** The same builtin for code that calls it by name. */
  readonly plain: Builtin;

  constructor(row: BuiltinRow) {
    super(row);
    this.plain = new Builtin(row);
  }

  private in(branch: Branch): Builtin {
    branch.evaluation.nestsDeep = true;
    return this.plain;
  }

  override call0(branch: Branch): Result {
    return this.in(branch).call0(branch);
  }

  override call1(branch: Branch, first: Value): Result {
    return this.in(branch).call1(branch, first);
  }

  override call2(branch: Branch, first: Value, second: Value): Result {
    return this.in(branch).call2(branch, first, second);
  }

  override call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    return this.in(branch).call3(branch, first, second, third);
  }

  override callMany(branch: Branch, args: readonly Value[]): Result {
    return this.in(branch).callMany(branch, args);
  }
}

/** Returns `builtin` for code that calls it by name. */
export function named(builtin: Builtin): Builtin {
  return builtin instanceof FunctionCaller ? builtin.plain : builtin;
}
