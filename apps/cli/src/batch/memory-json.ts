// The memory after a program, as JSON of host values by name.

import { defineField } from "@ptc/core/internal/values";
import type { Memory } from "@ptc/lisp";
import { writingBudget, valueJson } from "@ptc/core/internal/json";

/** Returns the memory as JSON. Its values share one work limit; see `valueJson`. */
export function memoryJson(memory: Memory): unknown {
  const meter = writingBudget();
  const object = {};
  for (const [name, value] of memory.entries()) defineField(object, name, valueJson(value, meter));
  return object;
}
