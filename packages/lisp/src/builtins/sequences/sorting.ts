// `sort` and `sort-by`: a stable bottom-up merge sort. It counts its comparisons, which depend only
// on the data, and can wait for a comparator that reaches an effect.

import { Keyword, compareValues, type Value, type Vector } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { comparedQuantities } from "../numbers/comparison.ts";
import { OperandError, mistakeOf } from "../../evaluation/arguments/operand-error.ts";
import { printShort } from "../../evaluation/errors/print-short.ts";
import { call2, isCallable } from "../../functions/callable.ts";
import type { Result } from "../../evaluation/result.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { Builtin } from "../builtin.ts";
import { described, wrongType } from "../../evaluation/arguments/expectations.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { plainOrder } from "./plain-order.ts";
import { stepEndsTurn } from "../../sequence/turn-checks.ts";

/**
 * Returns a negative number, zero or a positive number if `left` comes before, with or after
 * `right`.
 */
type Compare = (left: Value, right: Value) => number | Promise<number>;

/**
 * Returns `items` in the order of their `keys`, one per item; equal keys keep their order. Errors
 * about incomparable keys mention `key`, the function that computed them.
 */
export function sortByKeys(
  branch: Branch,
  items: Vector<Value>,
  keys: Vector<Value>,
  comparator: Value,
  operation: string,
  key?: Value,
): Result {
  branch.charge(96 + items.count * 24);
  const builtin = builtinOrder(comparator, operation);
  const order = builtin === undefined ? undefined : plainOrder(branch, keys, builtin.sign < 0);
  if (order instanceof Promise) return order.then((places) => items.pick(places));
  if (order !== undefined) return items.pick(order);
  const compare = builtin?.compare(branch) ?? comparison(branch, comparator, operation);
  const sorted = new MergeSorter(branch, items.count, (left, right) => {
    try {
      return compare(keys.at(left), keys.at(right));
    } catch (error) {
      throw unsorted(error, operation, keys, [left, right], key);
    }
  }).run();
  return sorted instanceof Promise
    ? sorted.then((places) => items.pick(places))
    : items.pick(sorted);
}

/** Returns the error for keys that can't be compared, with their positions. */
function unsorted(
  error: unknown,
  operation: string,
  keys: Vector<Value>,
  [left, right]: readonly [number, number],
  key: Value | undefined,
): unknown {
  const mistake = mistakeOf(error, operation);
  if (!(mistake instanceof OperandError)) return mistake;
  const read = key instanceof Keyword || typeof key === "string" ? printShort(key) : undefined;
  if (mistake.isNil) {
    const index = keys.at(left) === null ? left : right;
    mistake.nameKey(read, `, in item ${String(index + 1)}`);
  } else {
    const [first, second] = left < right ? [left, right] : [right, left];
    mistake.nameKey(read, `, in items ${String(first + 1)} and ${String(second + 1)}`);
  }
  return mistake;
}

/** An order that doesn't need function calls. */
interface BuiltinOrder {
  /** -1 for descending order. */
  readonly sign: 1 | -1;
  compare(branch: Branch): Compare;
}

/** Returns the order of `compare`: nil first. */
function natural(sign: 1 | -1): BuiltinOrder {
  return {
    sign,
    compare: (branch) => (left, right) => sign * compareValues(left, right, branch),
  };
}

/** Returns the order of `<` or `>`, which reject nil. */
function quantities(name: "<" | ">"): BuiltinOrder {
  const sign = name === "<" ? 1 : -1;
  return {
    sign,
    compare: (branch) => (left, right) => sign * comparedQuantities(name, left, right, branch),
  };
}

/**
 * Returns the order of a comparator: nil, `:asc`, `:desc` or a comparing builtin. Returns
 * `undefined` if a function decides.
 */
function builtinOrder(comparator: Value, operation: string): BuiltinOrder | undefined {
  if (comparator === null) return natural(1);
  if (comparator instanceof Builtin) {
    const { name } = comparator;
    if (name === "compare") return natural(1);
    return name === "<" || name === ">" ? quantities(name) : undefined;
  }
  if (!(comparator instanceof Keyword)) return undefined;
  if (comparator.text === "asc") return natural(1);
  if (comparator.text === "desc") return natural(-1);
  throw wrongType(
    operation,
    "a comparator",
    comparator,
    "use :asc, :desc, <, > or a function of two values",
  );
}

function comparison(branch: Branch, comparator: Value, operation: string): Compare {
  if (!isCallable(comparator))
    throw wrongType(
      operation,
      "a comparator",
      comparator,
      `the comparator comes first: (${operation === "sort" ? "sort > coll" : "sort-by :key > coll"})`,
    );
  return (left, right) =>
    withNumber(call2(branch, comparator, left, right), (order) =>
      typeof order === "boolean"
        ? fromBoolean(branch, comparator, left, right, order)
        : signOf(order, operation),
    );
}

/**
 * Makes a comparison from a comparator that returns a boolean. After false it calls the comparator
 * with swapped values, to detect equal values, which keep their order.
 */
function fromBoolean(
  branch: Branch,
  comparator: Value,
  left: Value,
  right: Value,
  isBefore: boolean,
): number | Promise<number> {
  return isBefore
    ? -1
    : withNumber(call2(branch, comparator, right, left), (isAfter) => (isTruthy(isAfter) ? 1 : 0));
}

function withNumber(
  result: Result,
  next: (value: Value) => number | Promise<number>,
): number | Promise<number> {
  return result instanceof Promise ? result.then(next) : next(result);
}

export function signOf(order: Value, operation: string): number {
  if (typeof order === "number") return Number.isNaN(order) ? 0 : Math.trunc(order);
  if (typeof order === "bigint") return order < 0n ? -1 : 1;
  throw new EvaluationError(
    "type_error",
    `${operation}: expected a boolean or a number from the comparator, got ${described(order)}`,
    { op: operation },
  );
}

/**
 * Merges sorted runs from one array into another; each round doubles the run width. Its fields
 * store its position at every comparison, so it can wait there and continue.
 */
class MergeSorter {
  private readonly branch: Branch;
  private readonly compare: (left: number, right: number) => number | Promise<number>;
  private readonly count: number;
  private from: number[];
  private to: number[];
  private width = 1;
  private left = 0;
  private middle = 0;
  private right = 0;
  private end = 0;
  private target = 0;

  constructor(
    branch: Branch,
    count: number,
    compare: (left: number, right: number) => number | Promise<number>,
  ) {
    this.branch = branch;
    this.compare = compare;
    this.count = count;
    this.from = Array.from({ length: count }, (_, index) => index);
    this.to = this.from.slice();
    this.startRun(0);
  }

  run(): number[] | Promise<number[]> {
    while (this.advance()) {
      const order = this.compareHeads();
      if (order instanceof Promise) return this.runAwaiting(order);
      this.place(order <= 0);
    }
    return this.from;
  }

  private async runAwaiting(pending: Promise<number>): Promise<number[]> {
    this.place((await pending) <= 0);
    while (this.advance()) {
      const order = this.compareHeads();
      this.place((order instanceof Promise ? await order : order) <= 0);
    }
    return this.from;
  }

  private compareHeads(): number | Promise<number> {
    const { branch } = this;
    const isOver = stepEndsTurn(branch);
    const order = this.compare(this.from[this.left] as number, this.from[this.right] as number);
    return isOver && !(order instanceof Promise) ? branch.inNextTurn(() => order) : order;
  }

  private place(takesLeft: boolean): void {
    this.to[this.target++] = this.from[takesLeft ? this.left++ : this.right++] as number;
  }

  /** Continues to the next pair of elements to compare. Returns false when everything is sorted. */
  private advance(): boolean {
    while (this.width < this.count) {
      if (this.left < this.middle && this.right < this.end) return true;
      while (this.left < this.middle) this.place(true);
      while (this.right < this.end) this.place(false);
      if (this.end < this.count) this.startRun(this.end);
      else this.widen();
    }
    return false;
  }

  private widen(): void {
    [this.from, this.to] = [this.to, this.from];
    this.width *= 2;
    this.startRun(0);
  }

  private startRun(start: number): void {
    this.left = start;
    this.target = start;
    this.middle = Math.min(start + this.width, this.count);
    this.right = this.middle;
    this.end = Math.min(start + 2 * this.width, this.count);
  }
}
