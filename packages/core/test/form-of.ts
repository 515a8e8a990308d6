// Writes a value as plain data, including order and spelling, so tests can compare details that `=`
// ignores.

import {
  Keyword,
  MapValue,
  RegexValue,
  SetValue,
  Temporal,
  Vector,
  type Value,
} from "../src/values/index.ts";
import { SortedMap, SortedSet } from "../src/values/internal.ts";

export function formOf(value: Value): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Keyword) return { keyword: value.text };
  if (value instanceof Vector) {
    const items = value.toArray().map(formOf);
    return value.isOfFields ? { items, kind: value.kind } : items;
  }
  if (value instanceof MapValue) {
    const entries: unknown[] = [];
    value.forEach((key, item) => entries.push([formOf(key), formOf(item)]));
    return {
      entries,
      hasFieldNames: value.hasFieldNames,
      ...(value instanceof SortedMap ? { order: value.order.comparator } : {}),
    };
  }
  if (value instanceof SetValue)
    return {
      members: value.toArray().map(formOf),
      ...(value.isOfFields ? { isOfFields: true } : {}),
      ...(value instanceof SortedSet ? { order: value.order.comparator } : {}),
    };
  if (value instanceof Temporal) {
    const { kind, amount, offset, zone } = value;
    return { kind, amount, ...(offset === 0 && zone === "" ? {} : { offset, zone }) };
  }
  return value instanceof RegexValue ? { pattern: value.source } : { identity: value };
}
