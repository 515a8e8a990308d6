// Values as tagged JSON, to be sent between threads, and back.

import { tags } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import { Memory, decodeMemory } from "@ptc/lisp";

/** A value as JSON; `undefined` when it cannot be encoded, or takes more than `mostBytes`. */
export function encodedValue(value: Value, mostBytes: number): unknown {
  const memory = Memory.ofValues(new Map([["value", value]]), true);
  if (memory.sizeOf("value", mostBytes) === undefined) return undefined;
  const { value: json } = memory.toJSON();
  const isWritten = typeof json !== "object" || json === null || !Object.hasOwn(json, tags.unkept);
  return isWritten ? json : undefined;
}

/** The value of JSON that `encodedValue` wrote; nil where it cannot be read. */
export async function decodedValue(json: unknown): Promise<Value> {
  try {
    return (await decodeMemory({ value: json })).get("value") ?? null;
  } catch {
    return null;
  }
}
