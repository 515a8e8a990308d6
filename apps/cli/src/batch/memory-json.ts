// The memory after a program, as JSON of host values by name.

import { tags } from "@ptc/core/encoding";
import { LazySequence } from "@ptc/core/values";
import { defineField, recordOf } from "@ptc/core/internal/values";
import type { Memory } from "@ptc/lisp";
import { writingBudget, valueJson } from "@ptc/core/internal/json";

interface WrittenMemory {
  readonly memory: unknown;
  /** One for each omitted name. */
  readonly warnings: readonly string[];
}

/**
 * Returns the memory as JSON. Its values share one work limit; see `valueJson`. Omits lazy
 * sequences with uncomputed elements, because this JSON has no form for the rest.
 */
export function memoryJson(memory: Memory): WrittenMemory {
  const meter = writingBudget();
  const object = {};
  const warnings: string[] = [];
  for (const [name, value] of memory.entries())
    if (value instanceof LazySequence && !value.isComputed)
      warnings.push(
        `${name} is not in "memory", because it has uncomputed elements; save a part of it, as in (def ${name} (vec (take 100 …)))`,
      );
    else defineField(object, name, withTaggedDoubles(valueJson(value, meter)));
  return { memory: object, warnings };
}

/**
 * True if JSON of a memory contains the text of a value that has no form as JSON, such as a lazy
 * sequence in a map. Read back, it would be a map.
 */
export function holdsText(json: unknown): boolean {
  // The set grows while the parts of its members are added.
  const seen = new Set([json]);
  for (const value of seen) {
    if (typeof value !== "object" || value === null) continue;
    const fields: readonly [string, unknown][] = Object.entries(value);
    const [first] = fields;
    if (fields.length === 1 && first?.[0] === tags.text && typeof first[1] === "string")
      return true;
    for (const [, part] of fields) if (typeof part === "object") seen.add(part);
  }
  return false;
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
