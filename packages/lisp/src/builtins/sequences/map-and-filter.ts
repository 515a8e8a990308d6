// `map` and `filter` over vectors and lazy sequences. For vectors, each has its own loop. If all
// builtins shared one loop, the engine couldn't predict the function called for each element, and
// every call would be slower.

import { Vector, type Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { call1, callMany } from "../../functions/callable.ts";
import { elementsOf } from "../../sequence/elements.ts";
import {
  eachElement,
  eachElementAwaiting,
  afterTurn,
  type ElementVisitor,
} from "../../sequence/each-element.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { withElements } from "../../sequence/realize.ts";
import { atElementOf } from "../../evaluation/arguments/operand-error.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import {
  computeAhead,
  elementsAt,
  isReadLazily,
  lazySideBySide,
  lazyThrough,
} from "./lazy-transforms.ts";
import { collectionFor } from "../../sequence/collection-for.ts";
import type { Sequence } from "../../sequence/sequence-source.ts";
import { filterStage, mapStage } from "../../sequence/stages.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { needsTurn } from "../../sequence/turn-checks.ts";

function collected(
  branch: Branch,
  elements: Vector<Value>,
  compute: (element: Value) => Result,
): Result {
  branch.charge(bytesOfVector + elements.count * 8);
  const items: Value[] = [];
  return eachElement(branch, elements, {
    compute,
    take: (computed) => items.push(computed) > 0,
    finish: () => Vector.ofGrown(items),
  });
}

function mapped(branch: Branch, f: Value, elements: Vector<Value>): Result {
  branch.charge(bytesOfVector + elements.count * 8);
  const items: Value[] = [];
  const { mayAwait } = branch;
  let index = 0;
  try {
    for (; index < elements.count; index++) {
      if (--branch.ticks < 0) branch.refill();
      let computed = call1(branch, f, elements.at(index));
      if (mayAwait && branch.turnIsOver) computed = afterTurn(branch, computed);
      if (computed instanceof Promise) {
        const visitor: ElementVisitor = {
          compute: (element) => call1(branch, f, element),
          take: (value) => items.push(value) > 0,
          finish: () => Vector.ofGrown(items),
        };
        return eachElementAwaiting(branch, elements, index, computed, visitor);
      }
      items.push(computed);
    }
  } catch (error) {
    throw atElementOf(error, branch, elements, index);
  }
  return Vector.ofGrown(items);
}

export function map(branch: Branch, f: Value, collection: Value, operation = "map"): Result {
  const source = collectionFor(branch, collection, operation);
  if (source instanceof LazySeq)
    return lazyThrough(branch, source, mapStage(f), source.isUnbounded, ["map", f]);
  return mapped(branch, f, source);
}

/** Maps the elements at the same index of several collections, up to the end of the shortest. */
export function mapMany(branch: Branch, args: readonly Value[], operation: string): Result {
  const f = args[0] ?? null;
  const sources = args.slice(1).map((arg) => collectionFor(branch, arg, operation));
  if (isReadLazily(sources)) return lazySideBySide(branch, f, sources);
  computeAhead(branch, sources);
  return after(rows(branch, sources, []), (found) =>
    collected(branch, found as Vector<Value>, (row) =>
      callMany(branch, f, (row as Vector<Value>).toArray()),
    ),
  );
}

/** The rows that are made between two readings of the clock. */
const rowsBetweenChecks = 1024;

/** Returns the elements at each index of several sequences as vectors, after those in `found`. */
function rows(branch: Branch, sources: readonly Sequence[], found: Value[]): Result {
  for (
    let elements = elementsAt(branch, sources, found.length);
    elements !== undefined;
    elements = elementsAt(branch, sources, found.length)
  ) {
    branch.charge(bytesOfVector + elements.length * 8);
    if (found.push(Vector.ofGrown(elements)) % rowsBetweenChecks === 0 && needsTurn(branch))
      return branch.inNextTurn(rows, branch, sources, found);
  }
  return Vector.ofGrown(found);
}

/** Returns the elements for which `predicate` is true, or false if `wanted` is false. */
export function filter(
  branch: Branch,
  predicate: Value,
  collection: Value,
  wanted: boolean,
  operation: string,
): Result {
  const source = collectionFor(branch, collection, operation);
  if (source instanceof LazySeq)
    return lazyThrough(branch, source, filterStage(predicate, wanted), source.isUnbounded, [
      wanted ? "filter" : "remove",
      predicate,
    ]);
  return filtered(branch, predicate, source, wanted);
}

function filtered(
  branch: Branch,
  predicate: Value,
  elements: Vector<Value>,
  wanted: boolean,
): Result {
  branch.charge(bytesOfVector + elements.count * 8);
  const items: Value[] = [];
  const { mayAwait } = branch;
  let index = 0;
  try {
    for (; index < elements.count; index++) {
      if (--branch.ticks < 0) branch.refill();
      const element = elements.at(index);
      let holds = call1(branch, predicate, element);
      if (mayAwait && branch.turnIsOver) holds = afterTurn(branch, holds);
      if (holds instanceof Promise) {
        const take = (answer: Value, judged: Value): boolean => {
          if (isTruthy(answer) === wanted) items.push(judged);
          return true;
        };
        return eachElementAwaiting(branch, elements, index, holds, {
          compute: (judged) => call1(branch, predicate, judged),
          take,
          finish: () => Vector.ofGrown(items),
        });
      }
      if (isTruthy(holds) === wanted) items.push(element);
    }
  } catch (error) {
    throw atElementOf(error, branch, elements, index);
  }
  return Vector.ofGrown(items);
}

/**
 * Returns the elements of a result as a vector, for `mapv`. Computes a lazy sequence to its end
 * here and awaits it. If the call were repeated because of an element that waits, it would call
 * `f` again.
 */
function inVector(branch: Branch, result: Result, operation: string): Result {
  return after(
    after(result, (value) => withElements(branch, value, operation)),
    (value) => elementsOf(branch, value, operation).as("vector"),
  );
}

export function mapToVector(branch: Branch, f: Value, collection: Value): Result {
  const elements = elementsOf(branch, collectionFor(branch, collection, "mapv"), "mapv");
  return map(branch, f, elements, "mapv");
}

export function mapManyToVector(branch: Branch, args: readonly Value[]): Result {
  return inVector(branch, mapMany(branch, args, "mapv"), "mapv");
}

export function filterToVector(branch: Branch, predicate: Value, collection: Value): Result {
  const elements = elementsOf(branch, collectionFor(branch, collection, "filterv"), "filterv");
  return filter(branch, predicate, elements, true, "filterv");
}
