// The memory that a program leaves behind, as JSON of host values by name.

import { defineField } from "@ptc/core/internal/values";
import type { Memory } from "@ptc/lisp";
import { writingBudget } from "../values/host-json.ts";
import { valueJson } from "../values/value-json.ts";

/** The values of one memory share a bound; see `valueJson`. */
export function memoryJson(memory: Memory): unknown {
  const meter = writingBudget();
  const object = {};
  for (const [name, value] of memory.entries()) defineField(object, name, valueJson(value, meter));
  return object;
}
