// Remembers why names of a memory have no value, although a program defined them. It is beside the
// memory, because only lazily loaded code needs it.

import { tags } from "@ptc/core/encoding";
import { isObject } from "@ptc/core/internal/host";
import { fieldsOf } from "../evaluation/host/is-object.ts";
import type { Memory } from "./memory.ts";

const known = /* @__PURE__ */ new WeakMap<Memory, ReadonlyMap<string, string>>();

/**
 * Notes the names of `json` whose values could not be written, with reasons as `mask` returns them,
 * because a reason may contain keys of the data. Returns `memory`.
 */
export function withUnkeptNames(
  memory: Memory,
  json: object,
  mask = (reason: string): string => reason,
): Memory {
  const unkept = new Map<string, string>();
  for (const [name, value] of fieldsOf(json)) {
    const reason = unkeptReason(value);
    if (reason !== undefined) unkept.set(name, mask(reason));
  }
  if (unkept.size > 0) known.set(memory, unkept);
  return memory;
}

/** Returns why `name` was not kept, or undefined. */
export function reasonFor(memory: Memory, name: string): string | undefined {
  return known.get(memory)?.get(name);
}

/** Returns the reason in the JSON of a value that could not be written. */
export function unkeptReason(json: unknown): string | undefined {
  if (!isObject(json)) return undefined;
  const fields = fieldsOf(json);
  const [name, reason] = fields.length === 1 ? (fields[0] ?? []) : [];
  return name === tags.unkept && typeof reason === "string" ? reason : undefined;
}
