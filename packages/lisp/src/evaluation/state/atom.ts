// Atoms: mutable values, for authors used to them. Only the branch that created an atom can change
// it, so parallel branches can't influence each other. An atom isn't data and doesn't outlive its
// program.

import type { Value } from "@ptc/core/values";
import { EvaluationError } from "../errors/errors.ts";
import type { Branch } from "../branches/branch.ts";
import { ProgramBound } from "./program-bound.ts";

export class Atom extends ProgramBound {
  readonly typeName = "atom";
  /** The result of `meta`: a map, or nil. */
  readonly meta: Value;
  /** A function that accepts or rejects each new value, or nil. Code that sets a value calls it. */
  validator: Value = null;
  private current: Value;
  private readonly owner: Branch;

  constructor(owner: Branch, value: Value, meta: Value = null) {
    super();
    this.owner = owner;
    this.current = value;
    this.meta = meta;
  }

  get value(): Value {
    return this.current;
  }

  /** @throws EvaluationError unless `branch` created it */
  set(branch: Branch, value: Value, operation: string): Value {
    this.assertOwner(branch, operation);
    branch.charge(16);
    this.current = value;
    return value;
  }

  assertOwner(branch: Branch, operation: string): void {
    if (branch.actsFor(this.owner)) return;
    const isForeign = branch.evaluation !== this.owner.evaluation;
    throw new EvaluationError(
      "unsupported",
      `${operation}: ${isForeign ? "the atom belongs to an earlier program" : "an atom can only be changed by the branch that made it"}`,
      {
        op: operation,
        hint: isForeign
          ? "keep its value instead: (def name @the-atom)"
          : "end each branch with its value, and combine the values after pmap or pcalls",
      },
    );
  }
}
