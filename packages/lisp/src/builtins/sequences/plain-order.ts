// Sorting by keys that are all numbers or all short texts, as most sorts do: the same merge sort as
// for other keys, with as many comparisons, but none of them is a call. A key is moved together
// with the index of its element.

import type { Value, Vector } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";

/**
 * Longer texts are left to the general sort, because comparing them is charged by their length (see
 * `compareValues`).
 */
const shortText = 256;

/**
 * The indexes of the keys in sorted order, those of equal keys in the order they come; `undefined`
 * for keys that are not all of one plain kind.
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
    // NaN has a place of its own in the order.
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
