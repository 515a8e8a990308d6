// `partition` and `partition-all`: groups of a given size at a given step. Lazy for a lazy
// sequence.

import { Vector, type Value } from "@ptc/core/values";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { endOfSequence } from "../../sequence/produced.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { elementCount } from "../../evaluation/arguments/expectations.ts";
import { layeredSequence } from "../../sequence/layered-sequence.ts";
import { take } from "../../sequence/positions.ts";
import {
  elementAt,
  emptyVector,
  sequenceOf,
  type Sequence,
} from "../../sequence/sequence-source.ts";
import { bytesOfGroup } from "../../evaluation/budget/byte-costs.ts";

/** Handles an incomplete group. It is the last group unless `goesOn` is true. */
interface Remainder {
  complete(group: Value[]): Value[] | undefined;
  readonly goesOn: boolean;
  /** The padding, or true if incomplete groups are included. For `remainderFrom`. */
  readonly data: Value;
}

const noShortGroup: Remainder = { complete: () => undefined, goesOn: false, data: false };
const shortGroups: Remainder = { complete: (group) => group, goesOn: true, data: true };

function padded(pad: Vector<Value>, size: number): Remainder {
  return {
    complete: (group) => [...group, ...pad.slice(0, Math.min(pad.count, size - group.length))],
    goesOn: false,
    data: pad,
  };
}

function remainderFrom(data: Value, size: number): Remainder {
  if (data instanceof Vector) return padded(data, size);
  return data === true ? shortGroups : noShortGroup;
}

/** `(partition n step pad coll)`. Without `pad`, omits an incomplete group. */
export function partition(
  branch: Branch,
  size: Value,
  step: Value,
  pad: Value | undefined,
  collection: Value,
): Result {
  const count = elementCount(size, "partition");
  const remainder =
    pad === undefined ? noShortGroup : padded(take(branch, count, pad, "partition"), count);
  const source = sequenceOf(branch, collection, "partition");
  // Empty groups would never end; Clojure returns an endless sequence of them.
  if (size === 0 && elementAt(branch, source, 0) !== undefined) positive(0, "size", "partition");
  return windows(branch, source, count, step, remainder, "partition");
}

/** `(partition-all n step coll)`. Includes incomplete groups. */
export function partitionAll(branch: Branch, size: Value, step: Value, collection: Value): Result {
  return windows(
    branch,
    sequenceOf(branch, collection, "partition-all"),
    groupSize(size, "partition-all"),
    step,
    shortGroups,
    "partition-all",
  );
}

/** Returns the group size, which is at least one. */
export function groupSize(size: Value, operation: string): number {
  return positive(elementCount(size, operation), "size", operation);
}

/** Continues `windows` with the arguments that it described. */
export function windowsFrom(
  branch: Branch,
  source: LazySeq,
  size: number,
  step: Value,
  remainder: Value,
  operation: string,
  from: number,
): Value {
  const made = windows(branch, source, size, step, remainderFrom(remainder, size), operation, from);
  // Only the groups of a vector can take several turns.
  return made as LazySeq;
}

function windows(
  branch: Branch,
  source: Sequence,
  size: number,
  step: Value,
  remainder: Remainder,
  operation: string,
  from = 0,
): Result {
  if (size === 0) return emptyVector();
  // Like Clojure, check the step only after a group that another one may follow.
  let stride: number | undefined;
  let start = from;
  let isOver = false;
  const next = (inner: Branch): Vector<Value> | undefined => {
    if (isOver) return undefined;
    const group = window(inner, source, start, size);
    if (group.length === size || (group.length > 0 && remainder.goesOn))
      start += stride ??= positive(elementCount(step, operation), "step", operation);
    if (group.length === size) return Vector.ofGrown(group, "sequence");
    isOver = group.length === 0 || !remainder.goesOn;
    const completed = group.length === 0 ? undefined : remainder.complete(group);
    return completed === undefined ? undefined : Vector.ofGrown(completed, "sequence");
  };
  if (source instanceof LazySeq)
    return layeredSequence(
      branch,
      (inner) => next(inner) ?? endOfSequence,
      source.isUnbounded,
      () =>
        isOver ? ["concat"] : ["partition", source, size, step, remainder.data, operation, start],
    );
  return allWindows(branch, next, []);
}

function allWindows(
  branch: Branch,
  next: (branch: Branch) => Vector<Value> | undefined,
  groups: Value[],
): Result {
  for (let group = next(branch); group !== undefined; group = next(branch)) {
    groups.push(group);
    if (branch.mayAwait && branch.turnIsOver)
      return branch.inNextTurn(allWindows, branch, next, groups);
  }
  return Vector.ofGrown(groups);
}

function window(branch: Branch, source: Sequence, start: number, size: number): Value[] {
  const group: Value[] = [];
  branch.charge(bytesOfGroup);
  for (let index = start; index < start + size; index++) {
    const element = elementAt(branch, source, index);
    if (element === undefined) break;
    branch.charge(8);
    branch.spend(1);
    group.push(element);
  }
  return group;
}

function positive(count: number, what: string, operation: string): number {
  if (count >= 1) return count;
  throw new EvaluationError("argument_error", `${operation}: the ${what} must be at least 1`, {
    op: operation,
  });
}
