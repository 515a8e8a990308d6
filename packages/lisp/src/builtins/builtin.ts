// A builtin as a value: a callable made from its row, with the namespaces of its names. The rows
// are in the folders beside this file; library/chunk-….ts gather them.

import type { Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import { Callable, type LazyArguments } from "../functions/callable.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { afterElement, startOf, type Start } from "../sequence/element-pending.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";
import type { BuiltinRow } from "./row.ts";

/** A builtin as a callable value. */
export class Builtin extends Callable {
  readonly row: BuiltinRow;
  readonly name: string;
  /** True if a call may read elements of its arguments. */
  readonly readsElements: boolean;

  constructor(row: BuiltinRow) {
    super();
    this.row = row;
    this.readsElements = row.readsElements !== false;
    this.name = row.names[0];
  }

  accepts(count: number): boolean {
    const { arities } = this.row;
    if (arities.rest !== undefined && count >= arities.rest.from) return true;
    return count <= 3 && arities[count as 0 | 1 | 2 | 3] !== undefined;
  }

  /** Describes the accepted number of arguments in words. */
  get arity(): string {
    const { rest } = this.row.arities;
    const counts = [0, 1, 2, 3].filter((count) => this.accepts(count));
    const words = (count: number): string => `${String(count)} argument${count === 1 ? "" : "s"}`;
    if (rest === undefined)
      return counts.length === 1
        ? words(counts[0] ?? 0)
        : `${counts.slice(0, -1).join(", ")} or ${words(counts.at(-1) ?? 0)}`;
    const least = counts[0] ?? rest.from;
    return least === 0 ? "any number of arguments" : `at least ${words(least)}`;
  }

  written(): Json {
    return { builtin: this.name };
  }

  call0(branch: Branch): Result {
    const { arities } = this.row;
    return arities[0] === undefined ? this.callRest(branch, []) : arities[0](branch);
  }

  call1(branch: Branch, first: Value): Result {
    if (branch.evaluation.hasSequences && mayHoldElements(first))
      return this.attempt(branch, [first]);
    const { arities } = this.row;
    return arities[1] === undefined ? this.callRest(branch, [first]) : arities[1](branch, first);
  }

  call2(branch: Branch, first: Value, second: Value): Result {
    if (branch.evaluation.hasSequences && (mayHoldElements(first) || mayHoldElements(second)))
      return this.attempt(branch, [first, second]);
    const { arities } = this.row;
    return arities[2] === undefined
      ? this.callRest(branch, [first, second])
      : arities[2](branch, first, second);
  }

  call3(branch: Branch, first: Value, second: Value, third: Value): Result {
    if (branch.evaluation.hasSequences) return this.attempt(branch, [first, second, third]);
    const { arities } = this.row;
    return arities[3] === undefined
      ? this.callRest(branch, [first, second, third])
      : arities[3](branch, first, second, third);
  }

  callMany(branch: Branch, args: readonly Value[]): Result {
    return branch.evaluation.hasSequences
      ? this.attempt(branch, args)
      : this.callArgs(branch, args);
  }

  override callWithElements(branch: Branch, elements: LazyArguments): Result | undefined {
    return elements instanceof LazySeq ? this.row.applyLazily?.(branch, elements) : undefined;
  }

  /**
   * Calls the builtin. If the call meets an element that is still being computed, repeats the call
   * from its start.
   */
  private attempt(branch: Branch, args: readonly Value[]): Result {
    const start = startOf(branch);
    const { isRepeatable } = branch;
    branch.isRepeatable = this.row.callsFunctions !== true;
    try {
      const result = this.callArgs(branch, args);
      // A builtin that calls no functions can meet such an element in a later turn too.
      return branch.isRepeatable && result instanceof Promise
        ? result.catch((error: unknown) => this.again(error, branch, args, start))
        : result;
    } catch (error) {
      return this.again(error, branch, args, start);
    } finally {
      branch.isRepeatable = isRepeatable;
    }
  }

  private again(error: unknown, branch: Branch, args: readonly Value[], start: Start): Result {
    return afterElement(error, branch, start, () => this.attempt(branch, args));
  }

  private callArgs(branch: Branch, args: readonly Value[]): Result {
    const { arities } = this.row;
    const [first = null, second = null, third = null] = args;
    switch (args.length) {
      case 0:
        return this.call0(branch);
      case 1:
        return arities[1] === undefined ? this.callRest(branch, args) : arities[1](branch, first);
      case 2:
        return arities[2] === undefined
          ? this.callRest(branch, args)
          : arities[2](branch, first, second);
      case 3:
        return arities[3] === undefined
          ? this.callRest(branch, args)
          : arities[3](branch, first, second, third);
      default:
        return this.callRest(branch, args);
    }
  }

  private callRest(branch: Branch, args: readonly Value[]): Result {
    const { rest } = this.row.arities;
    if (rest !== undefined && args.length >= rest.from) return rest.apply(branch, args);
    throw new EvaluationError(
      "arity_error",
      `${this.name} takes ${this.arity}, got ${String(args.length)}`,
      {
        op: this.name,
        hint: `write ${this.row.forms.join(" or ")}`,
      },
    );
  }
}

/** True if reading `value` may read elements of lazy sequences. */
function mayHoldElements(value: Value): boolean {
  return typeof value === "object" && value !== null;
}
