// Sorts by keys that are all numbers or all short strings, as in most sorts. The merge sort and the
// number of comparisons are the same as for other keys, but comparisons aren't calls. Moves each
// key together with the index of its element.

import type { Value, Vector } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";

/**
 * Longer strings use the general sort, because comparing them is charged by length (see
 * `compareValues`).
 */
const shortText = 256;

/**
 * Returns the indexes of the keys in sorted order; equal keys keep their order. Returns
 * `undefined` if the keys aren't all of one plain kind.
 */
export function plainOrder(
  branch: Branch,
  keys: Vector<Value>,
  isDescending: boolean,
): Uint32Array | undefined {
  return numberOrder(branch, keys, isDescending) ?? textOrder(branch, keys, isDescending);
}

function numberOrder(
  branch: Branch,
  keys: Vector<Value>,
  isDescending: boolean,
): Uint32Array | undefined {
  const { count } = keys;
  let from = new Float64Array(count);
  for (let index = 0; index < count; index++) {
    const key = keys.at(index);
    // The general sort places NaN.
    if (typeof key !== "number" || Number.isNaN(key)) return undefined;
    from[index] = isDescending ? -key : key;
  }
  let to = new Float64Array(count);
  let [places, toPlaces] = [identity(count), new Uint32Array(count)];
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count);
      const end = Math.min(start + 2 * width, count);
      let left = start;
      let right = middle;
      for (let target = start; target < end; target++) {
        let takesLeft = right >= end;
        if (!takesLeft && left < middle) {
          if (--branch.ticks < 0) branch.refill();
          takesLeft = (from[left] as number) <= (from[right] as number);
        }
        const taken = takesLeft ? left++ : right++;
        to[target] = from[taken] as number;
        toPlaces[target] = places[taken] as number;
      }
    }
    [from, to, places, toPlaces] = [to, from, toPlaces, places];
  }
  return places;
}

function textOrder(
  branch: Branch,
  keys: Vector<Value>,
  isDescending: boolean,
): Uint32Array | undefined {
  const { count } = keys;
  let from: string[] = [];
  for (let index = 0; index < count; index++) {
    const key = keys.at(index);
    if (typeof key !== "string" || key.length >= shortText) return undefined;
    from.push(key);
  }
  let to = from.slice();
  let [places, toPlaces] = [identity(count), new Uint32Array(count)];
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count);
      const end = Math.min(start + 2 * width, count);
      let left = start;
      let right = middle;
      for (let target = start; target < end; target++) {
        let takesLeft = right >= end;
        if (!takesLeft && left < middle) {
          if (--branch.ticks < 0) branch.refill();
          const [leftKey, rightKey] = [from[left] as string, from[right] as string];
          takesLeft = isDescending ? leftKey >= rightKey : leftKey <= rightKey;
        }
        const taken = takesLeft ? left++ : right++;
        to[target] = from[taken] as string;
        toPlaces[target] = places[taken] as number;
      }
    }
    [from, to, places, toPlaces] = [to, from, toPlaces, places];
  }
  return places;
}

function identity(count: number): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(count);
  for (let index = 0; index < count; index++) places[index] = index;
  return places;
}
