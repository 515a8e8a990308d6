// The memory after a program, as JSON of host values by name.

import { tags } from "@ptc/core/encoding";
import { LazySequence } from "@ptc/core/values";
import { defineField, recordOf } from "@ptc/core/internal/values";
import type { Memory } from "@ptc/lisp";
import { writingBudget, valueJson } from "@ptc/core/internal/json";

/**
 * Returns the memory as JSON. Its values share one work limit; see `valueJson`. Omits lazy
 * sequences with uncomputed elements, because this JSON has no form for the rest.
 */
export function memoryJson(memory: Memory): unknown {
  const meter = writingBudget();
  const object = {};
  for (const [name, value] of memory.entries())
    if (!(value instanceof LazySequence) || value.isComputed)
      defineField(object, name, withTaggedDoubles(valueJson(value, meter)));
  return object;
}

/**
 * Tags whole doubles beyond 2^53. Without a tag, the next request would read their digits as an
 * integer, which prints and overflows differently.
 */
function withTaggedDoubles(json: unknown): unknown {
  if (typeof json === "number")
    return Number.isInteger(json) && !Number.isSafeInteger(json)
      ? { [tags.number]: String(json) }
      : json;
  if (typeof json !== "object" || json === null) return json;
  return Array.isArray(json)
    ? json.map(withTaggedDoubles)
    : recordOf(Object.entries(json).map(([name, item]) => [name, withTaggedDoubles(item)]));
}
