// An atom: a value that can be changed, for programs whose authors are used to having one. Only the
// branch that made it can change it, so parallel branches cannot influence each other. An atom is
// not data and does not outlive its program.

import type { Value } from "@ptc/core/values";
import { EvaluationError } from "../errors/errors.ts";
import type { Branch } from "../branches/branch.ts";
import { ProgramBound } from "./program-bound.ts";

export class Atom extends ProgramBound {
  readonly typeName = "atom";
  /** What `meta` answers: a map, or nil. */
  readonly meta: Value;
  /** The function that every value must pass, or nil. Whoever sets a value asks it. */
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

  /** @throws EvaluationError when `branch` did not make it */
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
          : "let each branch answer with its value, and combine the values after pmap or pcalls",
      },
    );
  }
}
