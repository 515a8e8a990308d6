// Sequences made without a source, such as ranges and repeated values. Finite ones are vectors;
// infinite ones are lazy.

import { Vector, equals, type Value } from "@ptc/core/values";
import { call0, call1 } from "../../functions/callable.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { askAgain, endOfSequence } from "../../sequence/produced.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { elementCount, elementIndex, wrongType } from "../../evaluation/arguments/expectations.ts";
import { ComputedSeq, layeredSequence } from "../../sequence/layered-sequence.ts";
import { add, quotient, remainder, subtract, type Numeric } from "../numbers/numbers.ts";
import { emptyVector } from "../../sequence/sequence-source.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

export function range(branch: Branch, start: Value, end: Value, step: Value): Value {
  const [from, to, by] = [bound(start), bound(end), bound(step)];
  if (typeof from === "number" && !Number.isFinite(from))
    throw wrongType("range", "a number to start from", from);
  if (by === Infinity || by === -Infinity)
    return to !== from && to > from === by > 0 ? Vector.of<Value>([from]) : emptyVector();
  if (equals(by, 0)) return equals(from, to) ? emptyVector() : repeatForever(branch, from);
  const length = lengthOfRange(branch, from, by, to);
  if (!(length > 0)) return emptyVector();
  // A range too large to fit in memory as a vector is lazy, so a program can still read its first
  // elements.
  if (length * 8 > branch.evaluation.limits.memoryBytes) return countingUp(branch, from, by, to);
  branch.charge(bytesOfVector + length * 8);
  branch.spend(length >>> 3);
  return Vector.ofGrown(
    isSafe(from) && isSafe(by) && isSafe(from + length * by)
      ? integers(from, by, length)
      : accumulated(branch, from, by, to),
  );
}

/**
 * Returns the count of numbers. Exact for integers of any size, even if they are equal as doubles.
 */
function lengthOfRange(branch: Branch, from: Numeric, by: Numeric, to: Numeric): number {
  const isExact = isWhole(from) && isWhole(by) && isWhole(to);
  if (!isExact || (isSafe(from) && isSafe(by) && isSafe(to)))
    return Math.ceil((Number(to) - Number(from)) / Number(by));
  const distance = subtract(to, from, branch);
  if (distance > 0 !== by > 0) return 0;
  const isPartLeft = !equals(remainder(distance, by, branch), 0);
  return Number(quotient(distance, by, branch)) + (isPartLeft ? 1 : 0);
}

function isWhole(value: Numeric): boolean {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

function bound(value: Value): Numeric {
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isNaN(value)))
    return value;
  throw wrongType("range", "a number", value);
}

function isSafe(value: Numeric): value is number {
  return Number.isSafeInteger(value);
}

function integers(from: number, by: number, length: number): Value[] {
  const numbers: Value[] = [];
  for (let index = 0; index < length; index++) numbers.push(from + index * by);
  return numbers;
}

/** Adds up decimals and large integers one by one, like Clojure. */
function accumulated(branch: Branch, from: Numeric, by: Numeric, to: Numeric): Value[] {
  const numbers: Value[] = [];
  for (let value = from; by > 0 ? value < to : value > to; value = add(value, by, branch)) {
    branch.charge(8);
    branch.spend(1);
    numbers.push(value);
  }
  return numbers;
}

/** Counts from `from`, infinitely or up to `to`. */
export function countingUp(
  maker: Branch,
  from: Numeric,
  by: Numeric,
  to: Numeric = by > 0 ? Infinity : -Infinity,
): LazySeq {
  let value = from;
  const isBounded = Number.isFinite(Number(to));
  return ComputedSeq.of(
    maker,
    (branch) => {
      const current = value;
      if (isBounded && (by > 0 ? current >= to : current <= to)) return endOfSequence;
      value = add(value, by, branch);
      return current;
    },
    !isBounded,
    () => ["range", value, by, to],
  );
}

export function repeatForever(maker: Branch, value: Value): LazySeq {
  return ComputedSeq.of(
    maker,
    () => value,
    true,
    () => ["repeat", value],
  );
}

export function repeat(branch: Branch, times: Value, value: Value): Value {
  const count = elementIndex(times, "repeat");
  if (count === Infinity) return repeatForever(branch, value);
  if (count <= 0) return emptyVector();
  branch.charge(bytesOfVector + count * 8);
  branch.spend(Math.ceil(count / 8));
  return Vector.of(new Array<Value>(count).fill(value));
}

export function repeatedlyForever(maker: Branch, f: Value): LazySeq {
  return layeredSequence(
    maker,
    (branch) => call0(branch, f),
    true,
    () => ["repeatedly", f],
  );
}

export function repeatedly(branch: Branch, times: Value, f: Value): Result {
  const turns = repeat(branch, elementCount(times, "repeatedly"), null);
  if (turns instanceof LazySeq) return repeatedlyForever(branch, f);
  const values: Value[] = [];
  return eachElement(branch, turns as Vector<Value>, {
    compute: () => call0(branch, f),
    take: (computed) => values.push(computed) > 0,
    finish: () => Vector.ofGrown(values),
  });
}

/** Returns `start`, `(f start)`… Without `start` if `last` is given: `(f last)`, `(f (f last))`… */
export function iterate(maker: Branch, f: Value, start: Value, given?: Value): LazySeq {
  let last = given;
  return layeredSequence(
    maker,
    (branch) =>
      after(last === undefined ? start : call1(branch, f, last), (value) => (last = value)),
    true,
    () => ["iterate", f, start, last],
  );
}

export function cycle(branch: Branch, collection: Value): Value {
  if (collection instanceof LazySeq)
    return collection.isUnbounded ? collection : lazyCycle(branch, collection);
  const elements = elementsOf(branch, collection, "cycle");
  return elements.count === 0 ? emptyVector() : cycleElements(branch, elements, 0);
}

/** Repeats `elements`, which is not empty, from the index `start` on. */
export function cycleElements(maker: Branch, elements: Vector<Value>, start: number): LazySeq {
  let index = start;
  return ComputedSeq.of(
    maker,
    () => elements.at(index++ % elements.count),
    true,
    () => ["cycle", elements, index % elements.count],
  );
}

/** Repeats `source` lazily: reads only the requested elements, and restarts at its end. */
export function lazyCycle(maker: Branch, source: LazySeq, start = 0): LazySeq {
  let index = start;
  return layeredSequence(
    maker,
    (branch) => {
      const element = source.at(index, branch);
      if (element !== undefined) {
        index++;
        return element;
      }
      if (index === 0) return endOfSequence;
      index = 0;
      return askAgain;
    },
    false,
    () => ["cycle", source, index],
  );
}
