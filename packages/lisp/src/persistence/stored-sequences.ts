// The lazy sequences of a memory, and their JSON. Values refer to a sequence by its number, so each
// is written once, flat, in a table of the memory:
//
//   {"primes": {"$opaque": {"sequence": [0, 0]}}, ":sequences": {"next": 1, "table": [
//     {"number": 0, "realized": [2, 3], "rest": ["stage", …]}]}}

import { encodeValue, tags, type FunctionEncoder, type Json } from "@ptc/core/encoding";
import type { OpaqueValue, Value, WorkMeter } from "@ptc/core/values";
import { defineField } from "@ptc/core/internal/values";
import { functionEncoder } from "../functions/function-encoder.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { unwritableText, type MemorySequences, type ShownSequences } from "./memory.ts";
import type { StoredSequence, SequenceKey } from "./stored-sequence.ts";
import { sequencesName } from "./sequences-name.ts";
import { UnreadValue } from "./unread-value.ts";

export class StoredSequences implements MemorySequences {
  readonly states: ReadonlyMap<SequenceKey, StoredSequence>;
  /** The number of the next sequence. */
  readonly next: number;
  readonly shown: readonly ShownSequences[];

  constructor(
    states: ReadonlyMap<SequenceKey, StoredSequence>,
    next: number,
    shown: readonly ShownSequences[] = [],
  ) {
    this.states = states;
    this.next = next;
    this.shown = shown;
  }

  get keys(): ReadonlyMap<number, SequenceKey> {
    return new Map(Array.from(this.states.keys(), (key) => [key.number, key]));
  }

  written(
    values: Iterable<readonly [string, Value | UnreadValue]>,
    isWhole = false,
  ): Record<string, Json> {
    const object: Record<string, Json> = {};
    const table = new SequenceWriter(this);
    for (const [name, value] of values) {
      let json: Json;
      try {
        json = value instanceof UnreadValue ? value.toJSON() : table.write(value);
      } catch (error) {
        json = { [tags.unkept]: unwritableText(error) };
      }
      defineField(object, name, json);
    }
    if (isWhole) table.writeShown();
    object[sequencesName] = table.json;
    return object;
  }
}

/** Returns the same sequences, with others in the last values of programs. */
export function withShown(
  { states, next }: MemorySequences,
  shown: readonly ShownSequences[],
): StoredSequences {
  return new StoredSequences(states as StoredSequences["states"], next, shown);
}

/** Encodes a lazy sequence as a reference to the table. */
export const referenceEncoder: FunctionEncoder = {
  ...functionEncoder,
  encodeOpaque(value, encode) {
    const key = keyOf(value);
    return key && value instanceof LazySeq
      ? { sequence: [key.number, value.offset] }
      : functionEncoder.encodeOpaque?.(value, encode);
  },
};

/** Returns the key of a lazy sequence, unless it ends with its program. */
function keyOf(value: OpaqueValue): SequenceKey | undefined {
  return value instanceof LazySeq ? (value.elements.key as SequenceKey | undefined) : undefined;
}

/** Writes values, and the sequences in them once each. */
export class SequenceWriter {
  private readonly sequences: StoredSequences;
  private readonly functions: FunctionEncoder;
  private readonly meter: WorkMeter | undefined;
  /** The sequences that values refer to, in the order of their references. */
  private readonly queue: StoredSequence[] = [];
  private readonly queued = new Set<SequenceKey>();
  private readonly table: Json[] = [];

  constructor(
    sequences: StoredSequences,
    functions: FunctionEncoder = functionEncoder,
    meter?: WorkMeter,
  ) {
    this.sequences = sequences;
    this.meter = meter;
    this.functions = {
      ...functions,
      encodeOpaque: (value, encode) => {
        this.enqueue(value);
        return referenceEncoder.encodeOpaque?.(value, encode);
      },
    };
  }

  /** The table of the sequences that the written values refer to. */
  get json(): Json {
    return { next: this.sequences.next, table: this.table };
  }

  /**
   * Returns the JSON of `value`, and adds its sequences to the table. `opaque` encodes values that
   * the other functions of the writer can't encode.
   * @throws the errors of `encodeValue`; the table then is as before
   */
  write(value: Value, opaque?: FunctionEncoder): Json {
    const { length } = this.queue;
    try {
      const json = opaque === undefined ? this.encode(value) : this.encodeWith(value, opaque);
      for (let index = length; index < this.queue.length; index++) {
        const sequence = this.queue[index];
        if (sequence !== undefined) this.table.push(this.sequence(sequence));
      }
      return json;
    } catch (error) {
      for (const { key } of this.queue.splice(length)) this.queued.delete(key);
      this.table.length = length;
      throw error;
    }
  }

  /** Adds the sequences in the last values of programs to the table. */
  writeShown(): void {
    for (const sequence of this.sequences.shown.flat()) this.write(sequence);
  }

  private enqueue(value: OpaqueValue): void {
    const key = keyOf(value);
    const state = key && this.sequences.states.get(key);
    if (state === undefined || this.queued.has(state.key)) return;
    this.queued.add(state.key);
    this.queue.push(state);
  }

  private sequence({
    key: { number },
    realized,
    continuation: [maker, ...args],
    isUnbounded,
    isOpenEnded,
    isOfFields,
  }: StoredSequence): Json {
    const rest: Json[] = [maker];
    for (const arg of args) if (arg !== undefined) rest.push(this.encode(arg));
    return {
      number,
      realized: realized.map((element) => this.encode(element)),
      rest,
      ...(isUnbounded ? { endless: true } : {}),
      ...(isOpenEnded ? { open: true } : {}),
      ...(isOfFields ? { fields: true } : {}),
    };
  }

  private encode(value: Value): Json {
    return encodeValue(value, this.functions, this.meter);
  }

  private encodeWith(value: Value, opaque: FunctionEncoder): Json {
    const functions: FunctionEncoder = {
      ...opaque,
      encodeOpaque: (each, encode) =>
        (each instanceof LazySeq ? this.functions : opaque).encodeOpaque?.(each, encode),
    };
    return encodeValue(value, functions, this.meter);
  }
}
