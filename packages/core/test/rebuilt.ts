// Builds the same value from new parts. It shares nothing with the original, fills maps and sets in
// reverse order, and replaces host maps with program maps.

import { Keyword, MapValue, SetValue, Temporal, Vector, type Value } from "../src/values/index.ts";
import { TrieSet } from "../src/values/internal.ts";
import { mapOf } from "./arbitrary-value.ts";

export function rebuilt(value: Value): Value {
  if (value instanceof Keyword) return new Keyword(value.text);
  if (value instanceof Vector) return Vector.of(value.toArray().map(rebuilt));
  if (value instanceof SetValue) return TrieSet.of(value.toArray().reverse().map(rebuilt));
  if (value instanceof Temporal)
    return new Temporal(value.kind, value.amount, value.offset, value.zone);
  if (!(value instanceof MapValue)) return value;
  const entries: [Value, Value][] = [];
  value.forEach((key, item) => entries.unshift([rebuilt(key), rebuilt(item)]));
  return mapOf(entries, !value.hasFieldNames);
}
