// What a program left in memory, as JSON of host values by name.

import { defineField } from "@ptc/core/values";
import type { Memory } from "@ptc/lisp";
import { elementMeter, valueJson } from "../values/value-json.ts";

/** See `valueJson`; the values of one memory share a bound. */
export function memoryJson(memory: Memory): unknown {
  const meter = elementMeter();
  const object = {};
  for (const [name, value] of memory.entries()) defineField(object, name, valueJson(value, meter));
  return object;
}
