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
import type { Crossing } from "./crossing.ts";
import type { Crossings } from "./sent-pieces.ts";
import type { EncodedEntry, EncodedMemory } from "./messages.ts";
import { optionCrossing } from "./option-crossing.ts";
import { UnreadValue } from "../persistence/unread-value.ts";
import { UnreadText } from "./reading/unread-text.ts";

/** A cached value: encoded, or host data, which each message copies. */
type StoredEntry =
  { readonly json: Json } | { readonly text: Uint8Array } | { readonly given: unknown };

interface StoredMemory {
  readonly entries: ReadonlyMap<string, StoredEntry>;
  /** True if a function in it may reach an effect. */
  readonly mayAwait: boolean;
}

/** Longer texts are sent in pieces of this many bytes. */
const textPiece = 65_536;

/** The encodings that one pool has cached, of memories that its programs received or left. */
export class MemoryEncodings {
  private readonly known = new WeakMap<Memory, StoredMemory>();
  /** Results of programs, which later programs may receive as history. */
  private readonly values = new WeakMap<object, Uint8Array>();

  note(memory: Memory, encoded: StoredMemory): void {
    this.known.set(memory, encoded);
  }

  /** Caches the JSON bytes of a result. */
  noteValue(value: Value, text: Uint8Array): void {
    if (typeof value === "object" && value !== null) this.values.set(value, text);
  }

  /** @throws OptionError with the name `option` for a value that can't be sent */
  ofValue(option: string, value: Value, { sequences }: Memory, crossings: Crossings): EncodedEntry {
    for (const sequence of sequencesIn(value)) {
      const { key } = sequence.elements as { readonly key?: { readonly number: number } };
      if (key === undefined || sequences?.keys.get(key.number) !== key)
        throw new OptionError(
          option,
          "contains a lazy sequence that `memory` does not have: pass the memory of the last step too",
        );
    }
    const text = typeof value === "object" && value !== null ? this.values.get(value) : undefined;
    return text === undefined
      ? { json: encodeForProcess(option, value) }
      : { text: sentText(text, crossings) };
  }

  /** Notes that `memory` was created from the host values in `record`, which are sent instead. */
  noteHost(memory: Memory, record: Readonly<Record<string, unknown>>): void {
    const entries = new Map(
      Object.entries(record).map(([name, value]) => [name, { given: value }]),
    );
    this.note(memory, { entries, mayAwait: false });
  }

  /**
   * Returns `memory` as it is sent. Long values follow in pieces.
   * @throws OptionError that names a value which can't be sent
   */
  sent(memory: Memory, crossings: Crossings): EncodedMemory {
    const { entries, mayAwait } = this.of(memory);
    return {
      entries: new Map(
        Array.from(entries, ([name, entry]) => [name, sentEntry(name, entry, crossings)]),
      ),
      mayAwait,
    };
  }

  /**
   * Returns the encoding of `memory`, from the cache if possible.
   * @throws OptionError that names a value which can't be sent
   */
  of(memory: Memory): StoredMemory {
    const known = this.known.get(memory);
    if (known !== undefined) return known;
    const entries = memory.sequences === undefined ? plainEntries(memory) : jsonEntries(memory);
    const encoded = { entries, mayAwait: memory.mayAwait };
    this.note(memory, encoded);
    return encoded;
  }
}

/** @throws OptionError that names a value which can't be sent */
function sentEntry(name: string, entry: StoredEntry, crossings: Crossings): EncodedEntry {
  if ("given" in entry) return { host: optionCrossing(`memory.${name}`, entry.given, crossings) };
  return "text" in entry ? { text: sentText(entry.text, crossings) } : entry;
}

function sentText(text: Uint8Array, crossings: Crossings): Uint8Array | Crossing {
  const { buffer, byteOffset, byteLength } = text;
  if (byteLength <= textPiece) return text;
  return crossings.add(
    Array.from(
      { length: Math.ceil(byteLength / textPiece) },
      (_, index) =>
        new Uint8Array(
          buffer,
          byteOffset + index * textPiece,
          Math.min(textPiece, byteLength - index * textPiece),
        ),
    ),
  );
}

/** @throws OptionError that names a value which can't be sent */
function plainEntries(memory: Memory): ReadonlyMap<string, StoredEntry> {
  return new Map(
    Array.from(memory.held(), ([name, value]): [string, StoredEntry] => [
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
function jsonEntries(memory: Memory): ReadonlyMap<string, StoredEntry> {
  const json = memory.sequences?.written(memory.held(), true) ?? {};
  const entries = Object.keys(json).map((name): [string, StoredEntry] => {
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
