// Sorts by keys that are all numbers or all short strings, as in most sorts. The merge sort and the
// number of comparisons are the same as for other keys, but comparisons aren't calls. Moves each
// key together with the index of its element.

import type { Value, Vector } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { loneStepEndsTurn } from "../../sequence/turn-checks.ts";

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
): Order | Promise<Order> | undefined {
  const numbers = numbersOf(keys, isDescending);
  if (numbers !== undefined)
    return numberOrder(branch, stateOf(numbers, new Float64Array(keys.count)));
  const texts = textsOf(keys);
  return texts && textOrder(branch, stateOf(texts, texts.slice()), isDescending);
}

type Order = Uint32Array<ArrayBuffer>;

/** The position of a merge sort: it merges runs of `width` from `from` into `to`. */
interface MergeState<Keys> {
  from: Keys;
  to: Keys;
  places: Order;
  toPlaces: Order;
  width: number;
  /** Where the two runs begin that are merged now. */
  start: number;
  left: number;
  right: number;
  target: number;
}

function stateOf<Keys extends ArrayLike<unknown>>(from: Keys, to: Keys): MergeState<Keys> {
  const places = new Uint32Array(from.length);
  for (let index = 0; index < places.length; index++) places[index] = index;
  const toPlaces = new Uint32Array(from.length);
  return { from, to, places, toPlaces, width: 1, start: 0, left: 0, right: 1, target: 0 };
}

/** Returns the keys as numbers that sort in ascending order. The general sort places NaN. */
function numbersOf(keys: Vector<Value>, isDescending: boolean): Float64Array | undefined {
  const numbers = new Float64Array(keys.count);
  for (let index = 0; index < numbers.length; index++) {
    const key = keys.at(index);
    if (typeof key !== "number" || Number.isNaN(key)) return undefined;
    numbers[index] = isDescending ? -key : key;
  }
  return numbers;
}

function textsOf(keys: Vector<Value>): string[] | undefined {
  const texts: string[] = [];
  for (let index = 0; index < keys.count; index++) {
    const key = keys.at(index);
    if (typeof key !== "string" || key.length >= shortText) return undefined;
    texts.push(key);
  }
  return texts;
}

// One function for numbers and texts would be shorter. But an engine compiles it for both kinds of
// arrays, and numbers then take a third longer.
function numberOrder(branch: Branch, state: MergeState<Float64Array>): Order | Promise<Order> {
  const count = state.from.length;
  while (state.width < count) {
    const { from, to, places, toPlaces, width, start } = state;
    const middle = Math.min(start + width, count);
    const end = Math.min(start + 2 * width, count);
    let { left, right, target } = state;
    while (target < end) {
      let isOver = false;
      let takesLeft = right >= end;
      if (!takesLeft && left < middle) {
        isOver = loneStepEndsTurn(branch);
        takesLeft = (from[left] as number) <= (from[right] as number);
      }
      const taken = takesLeft ? left++ : right++;
      to[target] = from[taken] as number;
      toPlaces[target++] = places[taken] as number;
      if (isOver) {
        moveTo(state, left, right, target);
        return branch.inNextTurn(numberOrder, branch, state);
      }
    }
    startNext(state, end, count);
  }
  return state.places;
}

function textOrder(
  branch: Branch,
  state: MergeState<string[]>,
  isDescending: boolean,
): Order | Promise<Order> {
  const count = state.from.length;
  while (state.width < count) {
    const { from, to, places, toPlaces, width, start } = state;
    const middle = Math.min(start + width, count);
    const end = Math.min(start + 2 * width, count);
    let { left, right, target } = state;
    while (target < end) {
      let isOver = false;
      let takesLeft = right >= end;
      if (!takesLeft && left < middle) {
        isOver = loneStepEndsTurn(branch);
        const [leftKey, rightKey] = [from[left] as string, from[right] as string];
        takesLeft = isDescending ? leftKey >= rightKey : leftKey <= rightKey;
      }
      const taken = takesLeft ? left++ : right++;
      to[target] = from[taken] as string;
      toPlaces[target++] = places[taken] as number;
      if (isOver) {
        moveTo(state, left, right, target);
        return branch.inNextTurn(textOrder, branch, state, isDescending);
      }
    }
    startNext(state, end, count);
  }
  return state.places;
}

function moveTo(state: MergeState<unknown>, left: number, right: number, target: number): void {
  state.left = left;
  state.right = right;
  state.target = target;
}

/** Begins to merge the runs after `end`, or runs of twice the width from the start. */
function startNext(state: MergeState<unknown>, end: number, count: number): void {
  let start = end;
  if (end === count) {
    [state.from, state.to] = [state.to, state.from];
    [state.places, state.toPlaces] = [state.toPlaces, state.places];
    state.width *= 2;
    start = 0;
  }
  state.start = start;
  moveTo(state, start, Math.min(start + state.width, count), start);
}
