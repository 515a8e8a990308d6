// Encodes memory for a process. Most names keep their value between runs, so the encoding is cached
// as long as the memory exists.

import { isObject } from "@ptc/core/internal/host";
import {
  EncodingError,
  encodeValue,
  tags,
  type FunctionEncoder,
  type Json,
} from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { DataDepthError, LazySequence, type Value } from "@ptc/core/values";
import { functionEncoder } from "../functions/function-encoder.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import type { Memory } from "../persistence/memory.ts";
import { sequencesIn } from "../persistence/sequences-in.ts";
import type { EncodedEntry, EncodedMemory } from "./messages.ts";
import { optionCrossing } from "./option-crossing.ts";
import { UnreadValue } from "../persistence/unread-value.ts";
import { UnreadText } from "./reading/unread-text.ts";

/** The encodings that one pool has cached, of memories that its programs received or left. */
export class MemoryEncodings {
  private readonly known = new WeakMap<Memory, EncodedMemory>();
  /** Results of programs, which later programs may receive as history. */
  private readonly values = new WeakMap<object, Uint8Array>();

  note(memory: Memory, encoded: EncodedMemory): void {
    this.known.set(memory, encoded);
  }

  /** Caches the JSON bytes of a result. */
  noteValue(value: Value, text: Uint8Array): void {
    if (typeof value === "object" && value !== null) this.values.set(value, text);
  }

  /** @throws OptionError with the name `option` for a value that can't be sent */
  ofValue(option: string, value: Value, { sequences }: Memory): EncodedEntry {
    for (const sequence of sequencesIn(value)) {
      const { key } = sequence.elements as { readonly key?: { readonly number: number } };
      if (key === undefined || sequences?.keys.get(key.number) !== key)
        throw new OptionError(
          option,
          "contains a lazy sequence that `memory` does not have: pass the memory of the last step too",
        );
    }
    const text = typeof value === "object" && value !== null ? this.values.get(value) : undefined;
    return text === undefined ? { json: encodeForProcess(option, value) } : { text };
  }

  /**
   * Caches the encoding of `memory`, which was created from the host values in `record`.
   * @throws OptionError that names a value which can't be sent
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

  /**
   * Returns the encoding of `memory`, from the cache if possible.
   * @throws OptionError that names a value which can't be sent
   */
  of(memory: Memory): EncodedMemory {
    const known = this.known.get(memory);
    if (known !== undefined) return known;
    const entries = memory.sequences === undefined ? plainEntries(memory) : jsonEntries(memory);
    const encoded = { entries, mayAwait: memory.mayAwait };
    this.note(memory, encoded);
    return encoded;
  }
}

/** @throws OptionError that names a value which can't be sent */
function plainEntries(memory: Memory): ReadonlyMap<string, EncodedEntry> {
  return new Map(
    Array.from(memory.held(), ([name, value]): [string, EncodedEntry] => [
      name,
      value instanceof UnreadText
        ? { text: value.bytes }
        : {
            json: encodeForProcess(
              `memory.${name}`,
              value instanceof UnreadValue ? value.value : value,
            ),
          },
    ]),
  );
}

/** Encodes a memory with lazy sequences, which its values share. */
function jsonEntries(memory: Memory): ReadonlyMap<string, EncodedEntry> {
  const json = memory.sequences?.written(memory.held(), true) ?? {};
  const entries = Object.keys(json).map((name): [string, EncodedEntry] => {
    const entry = json[name] ?? null;
    const reason = isObject(entry) ? entry[tags.unkept] : undefined;
    if (typeof reason === "string") throw unsendable(`memory.${name}`, reason);
    return [name, { json: entry }];
  });
  return new Map(entries);
}

/** Encodes a lazy sequence as a reference to the table of the memory that is sent too. */
const sequenceEncoder: FunctionEncoder = {
  ...functionEncoder,
  encodeOpaque: (value, encode) =>
    value instanceof LazySequence
      ? lazyCode.storedSequences.loaded?.referenceEncoder.encodeOpaque?.(value, encode)
      : functionEncoder.encodeOpaque?.(value, encode),
};

/** @throws OptionError with the name `option` for a value that can't be sent to another process */
function encodeForProcess(option: string, value: Value): Json {
  try {
    return encodeValue(value, sequenceEncoder);
  } catch (error) {
    if (error instanceof EncodingError || error instanceof DataDepthError)
      throw unsendable(option, error.message);
    throw error;
  }
}

function unsendable(option: string, problem: string): OptionError {
  return new OptionError(option, `cannot be sent to another process: ${problem}`);
}
