import type { Value } from "@ptc/core/values";

/** True if `key` is the index of an element of a collection with `count` elements. */
export function isIndex(key: Value, count: number): key is number {
  return typeof key === "number" && Number.isInteger(key) && key >= 0 && key < count;
}
