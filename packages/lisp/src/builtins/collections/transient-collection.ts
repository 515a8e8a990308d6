// The value `transient` returns: a collection that `conj!` and similar functions change in place.
// It wraps a persistent collection and replaces it with each change, so it can be read at any time.
// Like an atom it belongs to the branch that made it, isn't data, and ends with its program or with
// `persistent!`.

import { fillable } from "../../sequence/fields.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { Transient, type Editable } from "../../evaluation/state/transient.ts";

export class TransientCollection extends Transient {
  private held: Editable;
  private readonly owner: Branch;
  private isOver = false;

  constructor(owner: Branch, held: Editable) {
    super();
    this.owner = owner;
    this.held = held;
  }

  current(operation: string): Editable {
    if (!this.isOver) return this.held;
    throw new EvaluationError(
      "unsupported",
      `${operation}: the transient cannot be used after persistent!`,
      { op: operation, hint: "use the result of persistent!, or make another with transient" },
    );
  }

  /** Returns the current collection, for a change by `branch`. */
  changedBy(branch: Branch, operation: string): Editable {
    if (!branch.actsFor(this.owner))
      throw new EvaluationError(
        "unsupported",
        `${operation}: a transient can only be changed by the program and branch that made it`,
        { op: operation, hint: "end each branch with its value, and combine the values" },
      );
    return this.current(operation);
  }

  replace(held: Editable): this {
    this.held = held;
    return this;
  }

  ofFields(): this {
    this.held = fillable(this.held) as Editable;
    return this;
  }

  end(): void {
    this.isOver = true;
  }
}
