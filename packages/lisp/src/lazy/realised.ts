// Lazy sequences inside data, computed before the data leaves a program.

import { HostMap, LazySequence, MapBuilder, MapValue, SetValue, TrieSet, Vector, DataDepthError, maximumDataDepth, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branch.ts";
import { LazySeq } from "./lazy-seq.ts";

/**
 * `value` with every lazy sequence in it realised; the same value where there is none.
 * @throws EvaluationError `unbounded_sequence`; DataDepthError
 */
export function realised(branch: Branch, value: Value): Value {
  return holdsLazy(branch, value, 0) ? realise(branch, value, 0) : value;
}

/** Host data is not walked: it holds none. Counted as it goes, since shared structure unfolds without end. */
function holdsLazy(branch: Branch, value: Value, depth: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof HostMap) return false;
  if (value instanceof LazySequence) return true;
  if (depth > maximumDataDepth) throw new DataDepthError();
  if (value instanceof Vector) return !value.isHost && anyElement(branch, value, depth);
  if (value instanceof MapValue) {
    branch.spend(4 + (value.count >> 2));
    return !value.every((key, item) => !holdsLazy(branch, key, depth + 1) && !holdsLazy(branch, item, depth + 1));
  }
  if (!(value instanceof SetValue)) return false;
  branch.spend(4 + (value.count >> 2));
  return !value.every((member) => !holdsLazy(branch, member, depth + 1));
}

function anyElement(branch: Branch, vector: Vector<Value>, depth: number): boolean {
  branch.spend(4 + (vector.count >> 2));
  for (let index = 0; index < vector.count; index++) if (holdsLazy(branch, vector.at(index), depth + 1)) return true;
  return false;
}

function realise(branch: Branch, value: Value, depth: number): Value {
  if (depth > maximumDataDepth) throw new DataDepthError();
  if (value instanceof LazySeq) return realise(branch, value.realise(branch, "the result"), depth + 1);
  if (value instanceof Vector && !value.isHost) return Vector.of(copied(branch, value.toArray(), depth));
  if (value instanceof SetValue) return TrieSet.of(copied(branch, value.toArray(), depth));
  if (!(value instanceof MapValue) || value instanceof HostMap) return value;
  branch.spend(1 + value.count);
  branch.charge(64 + value.count * 48);
  const builder = new MapBuilder();
  value.forEach((key, item) => { builder.set(realise(branch, key, depth + 1), realise(branch, item, depth + 1)); });
  return builder.build(value.hasFieldNames);
}

function copied(branch: Branch, items: readonly Value[], depth: number): Value[] {
  branch.spend(1 + items.length);
  branch.charge(48 + items.length * 8);
  return items.map((item) => realise(branch, item, depth + 1));
}
