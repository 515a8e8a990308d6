// Derived functions restored from JSON, such as `(comp f g)`. The program that defined one has paid
// for it, so making it again costs the program that calls it nothing, as in process.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { noCounts } from "../evaluation/budget/counts.ts";
import { EvaluationError, LimitError } from "../evaluation/errors/errors.ts";
import { after, type Result } from "../evaluation/result.ts";
import { callMany, type Callable } from "../functions/callable.ts";
import { DerivedFunction } from "../functions/derived-function.ts";

/**
 * Evaluates `(maker ...parts)` at its first call. The function it creates counts its calls, so this
 * one doesn't count them a second time.
 */
class RemadeFunction extends DerivedFunction {
  private readonly builtin: Callable;
  private made: Result | undefined;

  constructor(builtin: Callable & { readonly name: string }, parts: readonly Value[]) {
    super(builtin.name, parts, (branch, args) =>
      after(this.original(branch), (f) => callMany(branch, f, args)),
    );
    this.builtin = builtin;
  }

  override callMany(branch: Branch, args: readonly Value[]): Result {
    return this.invoke(branch, args);
  }

  override original(branch: Branch): Result {
    return (this.made ??= this.remade(branch));
  }

  /** @throws EvaluationError for parts that need more work than any function takes */
  private remade(branch: Branch): Result {
    // It acts for the program, so that the result doesn't depend on the branch that calls first.
    let root = branch;
    while (root.outer !== undefined) root = root.outer;
    const { length } = this.parts;
    const budget = { ...noCounts, steps: 1_000 + length, memoryBytes: 4_000 + 100 * length };
    try {
      return this.builtin.callMany(root.restorer(root.scope, budget), this.parts);
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      throw new EvaluationError(
        "argument_error",
        "the function cannot be called: its stored form cannot be read",
        { hint: "define the function again" },
      );
    }
  }
}

/** Returns a function restored from JSON that evaluates `(maker ...parts)` at its first call. */
export function remadeFunction(
  maker: Callable & { readonly name: string },
  parts: readonly Value[],
): DerivedFunction {
  return new RemadeFunction(maker, parts);
}
