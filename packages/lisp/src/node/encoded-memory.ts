// Memory as it crosses. Most names stay as they are from one run to the next, so what is known of a
// memory's encoding is kept for as long as the memory is.

import { EncodingError, encodeValue, type Json } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { DataDepthError, type Value } from "@ptc/core/values";
import { functionEncoder } from "../persistence/function-encoder.ts";
import type { Memory } from "../persistence/memory.ts";
import type { EncodedMemory } from "./messages.ts";
import { optionCrossing } from "./option-crossing.ts";

/** What one pool knows of the memories its programs were given and left. */
export class MemoryEncodings {
  private readonly known = new WeakMap<Memory, EncodedMemory>();

  note(memory: Memory, encoded: EncodedMemory): void {
    this.known.set(memory, encoded);
  }

  /**
   * Of a memory that was made of host values by name. @throws OptionError naming what cannot be
   * sent
   */
  noteHost(memory: Memory, record: Readonly<Record<string, unknown>>): void {
    const entries = new Map(
      Object.entries(record).map(([name, value]) => [
        name,
        { host: optionCrossing(`memory.${name}`, value) },
      ]),
    );
    this.note(memory, { entries, mayAwait: false });
  }

  /** @throws OptionError naming what cannot be sent */
  of(memory: Memory): EncodedMemory {
    const known = this.known.get(memory);
    if (known !== undefined) return known;
    const entries = new Map(
      Array.from(memory.entries(), ([name, value]) => [
        name,
        { json: encodeForProcess(`memory.${name}`, value) },
      ]),
    );
    const encoded = { entries, mayAwait: memory.mayAwait };
    this.note(memory, encoded);
    return encoded;
  }
}

/** @throws OptionError with the name `option` for a value that cannot be sent to another process */
export function encodeForProcess(option: string, value: Value): Json {
  try {
    return encodeValue(value, functionEncoder);
  } catch (error) {
    if (error instanceof EncodingError || error instanceof DataDepthError)
      throw new OptionError(option, `cannot be sent to another process: ${error.message}`);
    throw error;
  }
}
