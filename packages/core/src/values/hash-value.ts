// Hashes of values for the trie of maps. `seed` selects one of a family of hash functions. When the
// 32 bits of one are used up, the trie continues with the next, so keys crafted to collide under
// one function separate under another. Equal values have equal hashes under every seed.
//
// A collection caches its hashes, so shared structure is walked once. It also caches the cost and
// depth of the walk: a program pays the same, and reaches the same depth limit, whether or not the
// hash was computed before.
//
// NaN doesn't equal anything. So a collection that contains NaN is equal only to itself, and is
// hashed by its identity; hashing by elements would give all such collections the same hash. NaN
// itself is never looked up; see `trie-entry.ts`.

import { Keyword } from "./keyword.ts";
import { HashWalk } from "./hash-walk.ts";
import { IdentityValue } from "./identity-value.ts";
import { LazySequence } from "./lazy.ts";
import { MapValue } from "./map-value.ts";
import { SetValue } from "./set-value.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal } from "./temporal.ts";
import { Vector } from "./vector.ts";
import { assertDepth } from "./depth.ts";
import { spendHashedText } from "./text-work.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * Returns a 32-bit hash of `value`. Charges `meter` for the walk, and counts shared structure once
 * per occurrence.
 * @throws DataDepthError if the data is nested too deep; anything that `meter` throws
 */
export function hashValue(value: Value, seed: number, meter?: WorkMeter, depth = 0): number {
  switch (typeof value) {
    case "string":
      return hashText(value, seed, meter);
    case "number":
      return hashNumber(value, seed, meter);
    case "boolean":
      return mix(value ? 0x3c6ef372 : 0x1b873593, seed);
    case "bigint":
      return hashInteger(value, seed, meter);
    default:
      return value === null ? mix(0x2545f491, seed) : hashObject(value, seed, meter, depth);
  }
}

function hashObject(
  value: Extract<Value, object>,
  seed: number,
  meter: WorkMeter | undefined,
  depth: number,
): number {
  if (value instanceof Keyword) return hashText(value.text, seed + 1, meter);
  if (value instanceof Vector || value instanceof MapValue || value instanceof SetValue)
    return hashCollection(value, seed, meter, depth);
  if (value instanceof Temporal)
    return hashNumber(value.amount, seed + value.kind.length + value.offset);
  if (value instanceof SymbolValue) return hashText(value.text, seed + 2, meter);
  if (value instanceof LazySequence) {
    const elements = value.comparedBy(meter);
    if (elements instanceof Vector)
      return hashCollection(elements as Vector<Value>, seed, meter, depth);
  }
  if (meter instanceof HashWalk) meter.metIdentity = true;
  return mix(value.identityHash, seed);
}

type Collection = Vector<Value> | MapValue<Value> | SetValue<Value>;

/**
 * True if the hash of `value`, which must be computed already, depends on the identity of an
 * object. Such a hash differs between processes, so charges to a budget must not depend on it.
 */
export function isHashedByIdentity(given: Value): boolean {
  const value = ((given instanceof LazySequence ? given.compared : undefined) ?? given) as Value;
  return isCollection(value) ? ((value.hashShape ?? 0) & 1) === 1 : value instanceof IdentityValue;
}

function isCollection(value: Value): value is Collection {
  return value instanceof Vector || value instanceof MapValue || value instanceof SetValue;
}

function hashCollection(
  value: Collection,
  seed: number,
  meter: WorkMeter | undefined,
  depth: number,
): number {
  const known = seed === 0 ? value.hash : value.seededHashes?.[seed];
  if (known === undefined)
    return walked(value, seed, meter instanceof HashWalk ? meter : new HashWalk(meter), depth);
  const shape = value.hashShape ?? 0;
  const deepest = depth + (shape >>> 1);
  assertDepth(deepest);
  if (meter instanceof HashWalk) {
    meter.deepest = Math.max(meter.deepest, deepest);
    if ((shape & 1) === 1) meter.metIdentity = true;
  }
  meter?.spend(value.hashWork);
  return known;
}

/**
 * Walks a collection to compute its hash, and caches the hash, cost and depth in the collection.
 */
function walked(value: Collection, seed: number, walk: HashWalk, depth: number): number {
  assertDepth(depth);
  const { work, deepest, metNaN, metIdentity } = walk;
  walk.enter(depth);
  walk.spend(1 + (value.count >>> 2));
  let hash = computeHash(value, seed, walk, depth);
  if (walk.metNaN) {
    hash = mix(value.identityHash, seed + 19);
    walk.metIdentity = true;
  }
  // Set only if not 0, because most keys are flat.
  const shape = ((walk.deepest - depth) << 1) | Number(walk.metIdentity);
  if (shape !== 0) value.hashShape = shape;
  value.hashWork = walk.work - work;
  walk.deepest = Math.max(deepest, walk.deepest);
  walk.metNaN = metNaN;
  walk.metIdentity ||= metIdentity;
  if (seed === 0) value.hash = hash;
  else (value.seededHashes ??= [])[seed] = hash;
  return hash;
}

function computeHash(value: Collection, seed: number, walk: HashWalk, depth: number): number {
  if (value instanceof Vector) return hashVector(value, seed, walk, depth);
  return value instanceof MapValue
    ? hashMap(value, seed, walk, depth)
    : hashSet(value, seed, walk, depth);
}

function hashVector(value: Vector<Value>, seed: number, walk: HashWalk, depth: number): number {
  let hash = mix(value.count, seed + 5);
  for (let index = 0; index < value.count; index++)
    hash = combine(hash, hashValue(value.at(index), seed, walk, depth + 1));
  return finish(hash);
}

/** Sums the hashes of the entries, because equal maps can have different orders. */
function hashMap(value: MapValue<Value>, seed: number, walk: HashWalk, depth: number): number {
  let sum = value.count;
  value.forEach((key, item) => {
    sum =
      (sum +
        finish(
          combine(hashValue(key, seed, walk, depth + 1), hashValue(item, seed, walk, depth + 1)),
        )) |
      0;
  });
  return mix(sum, seed + 7);
}

function hashSet(value: SetValue<Value>, seed: number, walk: HashWalk, depth: number): number {
  let sum = value.count;
  value.every((item) => {
    sum = (sum + finish(hashValue(item, seed, walk, depth + 1))) | 0;
    return true;
  });
  return mix(sum, seed + 11);
}

/**
 * Hashes a bigint. Outside the safe range, a double and a bigint of equal value are equal keys, so
 * a bigint that a double can represent is hashed as that double. For others, the hexadecimal
 * digits are hashed, because writing them takes linear time.
 */
function hashInteger(value: bigint, seed: number, meter?: WorkMeter): number {
  const digits = value.toString(16);
  const double = Number(value);
  if (!Number.isFinite(double) || BigInt(double) !== value)
    return hashText(digits, seed + 3, meter);
  spendHashedText(digits.length, meter);
  return hashNumber(double, seed);
}

function hashText(text: string, seed: number, meter?: WorkMeter): number {
  spendHashedText(text.length, meter);
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ text.length;
  for (let index = 0; index < text.length; index++) hash = combine(hash, text.charCodeAt(index));
  return finish(hash);
}

function hashNumber(value: number, seed: number, meter?: WorkMeter): number {
  const small = value | 0;
  if (small === value) return mix(small, seed);
  if (!Number.isFinite(value)) {
    if (Number.isNaN(value) && meter instanceof HashWalk) meter.metNaN = true;
    return mix(Number.isNaN(value) ? 1 : value > 0 ? 2 : 3, seed + 13);
  }
  if (Number.isSafeInteger(value))
    return combine(mix(Math.floor(value / 4294967296), seed), value >>> 0);
  return hashText(String(value), seed + 17);
}

function mix(value: number, seed: number): number {
  return finish(combine(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b), value));
}

function combine(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ Math.imul(value, 0xcc9e2d51), 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64 + value) | 0;
}

function finish(hash: number): number {
  let result = hash ^ (hash >>> 16);
  result = Math.imul(result, 0x85ebca6b);
  result ^= result >>> 13;
  result = Math.imul(result, 0xc2b2ae35);
  return (result ^ (result >>> 16)) | 0;
}
