// Converts values to tagged JSON and back, to send them between threads.

import { tags } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import { Memory, decodeMemory } from "@ptc/lisp";

/** Returns JSON, or `undefined` if the value can't be encoded or needs more than `mostBytes`. */
export function encodedValue(value: Value, mostBytes: number): unknown {
  const memory = Memory.ofValues(new Map([["value", value]]), true);
  if (memory.sizeOf("value", mostBytes) === undefined) return undefined;
  const { value: json } = memory.toJSON();
  const isWritten = typeof json !== "object" || json === null || !Object.hasOwn(json, tags.unkept);
  return isWritten ? json : undefined;
}

/** Returns the value of JSON from `encodedValue`, or nil if it can't be read. */
export async function decodedValue(json: unknown): Promise<Value> {
  try {
    return (await decodeMemory({ value: json })).get("value") ?? null;
  } catch {
    return null;
  }
}
