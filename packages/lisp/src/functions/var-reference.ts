// The result of `def` and `#'name`: a reference to a definition of the program, not its value.
// Calling it calls the value.

import type { Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import { Callable, call0, call1, call2, call3, callMany } from "./callable.ts";
import { unboundError } from "../evaluation/errors/errors.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";

export class VarReference extends Callable {
  override readonly typeName = "var";
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  override get printed(): string {
    return `#'${this.name}`;
  }

  /**
   * Returns the current value of the name.
   * @throws EvaluationError `unbound_var`
   */
  override definition(branch: Branch): Value {
    const value = branch.evaluation.global(this.name);
    if (value === undefined) throw unboundError(this.name);
    return value;
  }

  written(): Json {
    return { var: this.name };
  }

  /**
   * Returns the value to call. A reference to another reference takes stack without counting as a
   * call, so it sets `nestsDeep`.
   */
  private callee(branch: Branch): Value {
    const value = this.definition(branch);
    if (value instanceof VarReference) branch.evaluation.nestsDeep = true;
    return value;
  }

  call0(branch: Branch): Result {
    return call0(branch, this.callee(branch));
  }

  call1(branch: Branch, first: Value): Result {
    return call1(branch, this.callee(branch), first);
  }

  call2(branch: Branch, first: Value, second: Value): Result {
    return call2(branch, this.callee(branch), first, second);
  }

  call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    return call3(branch, this.callee(branch), first, second, third);
  }

  callMany(branch: Branch, args: readonly Value[]): Result {
    return callMany(branch, this.callee(branch), args);
  }
}
