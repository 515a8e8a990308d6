// Hashes of values for the trie under maps. `seed` selects one of a family of functions: when the
// 32 bits of one are used up, the trie continues with the next, so that keys which were chosen to
// collide under one function separate under another. Equal values have equal hashes under every
// seed.
//
// A collection remembers its hashes, so that structure shared in many places is walked once. It
// also remembers what the walk cost, and a budget is charged that each time: a program pays the
// same whether or not somebody has asked for the hash before.

import { Keyword } from "./keyword.ts";
import { IdentityValue } from "./identity-value.ts";
import { MapValue } from "./map-value.ts";
import { SetValue } from "./set-value.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal } from "./temporal.ts";
import { Vector } from "./vector.ts";
import { CountedWork } from "./counted-work.ts";
import { assertDepth } from "./depth.ts";
import { spendHashedText } from "./text-work.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * A 32-bit hash of `value`. `meter` is told what the walk costs, with shared structure counted in
 * each of its places.
 * @throws DataDepthError for data that is nested too deep; what `meter` throws.
 */
export function hashValue(value: Value, seed: number, meter?: WorkMeter, depth = 0): number {
  switch (typeof value) {
    case "string":
      return hashText(value, seed, meter);
    case "number":
      return hashNumber(value, seed);
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
  if (value instanceof Temporal) return hashNumber(value.amount, seed + value.kind.length);
  if (value instanceof SymbolValue) return hashText(value.text, seed + 2, meter);
  return mix(value instanceof IdentityValue ? value.identityHash : 0x51ed270b, seed);
}

type Collection = Vector<Value> | MapValue<Value> | SetValue<Value>;

function hashCollection(
  value: Collection,
  seed: number,
  meter: WorkMeter | undefined,
  depth: number,
): number {
  const known = seed === 0 ? value.hash : value.furtherHashes?.[seed];
  if (known !== undefined) {
    meter?.spend(value.hashWork);
    return known;
  }
  assertDepth(depth);
  const walk = meter instanceof CountedWork ? meter : new CountedWork(meter);
  const before = walk.work;
  walk.spend(1 + (value.count >>> 2));
  const hash = computeHash(value, seed, walk, depth);
  value.hashWork = walk.work - before;
  if (seed === 0) value.hash = hash;
  else (value.furtherHashes ??= [])[seed] = hash;
  return hash;
}

function computeHash(value: Collection, seed: number, walk: CountedWork, depth: number): number {
  if (value instanceof Vector) return hashVector(value, seed, walk, depth);
  return value instanceof MapValue
    ? hashMap(value, seed, walk, depth)
    : hashSet(value, seed, walk, depth);
}

function hashVector(value: Vector<Value>, seed: number, walk: CountedWork, depth: number): number {
  let hash = mix(value.count, seed + 5);
  for (let index = 0; index < value.count; index++)
    hash = combine(hash, hashValue(value.at(index), seed, walk, depth + 1));
  return finish(hash);
}

/** Maps are equal in any order, so the hashes of the entries are summed. */
function hashMap(value: MapValue<Value>, seed: number, walk: CountedWork, depth: number): number {
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

function hashSet(value: SetValue<Value>, seed: number, walk: CountedWork, depth: number): number {
  let sum = value.count;
  value.every((item) => {
    sum = (sum + finish(hashValue(item, seed, walk, depth + 1))) | 0;
    return true;
  });
  return mix(sum, seed + 11);
}

/** Hashes the digits to base 16, because writing them takes time in proportion to their number. */
function hashInteger(value: bigint, seed: number, meter?: WorkMeter): number {
  return hashText(value.toString(16), seed + 3, meter);
}

function hashText(text: string, seed: number, meter?: WorkMeter): number {
  spendHashedText(text.length, meter);
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ text.length;
  for (let index = 0; index < text.length; index++) hash = combine(hash, text.charCodeAt(index));
  return finish(hash);
}

function hashNumber(value: number, seed: number): number {
  const small = value | 0;
  if (small === value) return mix(small, seed);
  if (!Number.isFinite(value)) return mix(Number.isNaN(value) ? 1 : value > 0 ? 2 : 3, seed + 13);
  if (Number.isInteger(value)) {
    // Beyond the safe range a double and a bigint of equal value are equal keys, so both are hashed
    // as integers.
    if (!Number.isSafeInteger(value)) return hashInteger(BigInt(value), seed);
    return combine(mix(Math.floor(value / 4294967296), seed), value >>> 0);
  }
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
