// The lazy sequences of a memory from a pool process: the bytes of their table. They are read when
// the caller uses one of them. A run in the pool passes the bytes on.

import type { FunctionDecoder } from "@ptc/core/decoding";
import { encodeValue, type Json } from "@ptc/core/encoding";
import type { Value } from "@ptc/core/values";
import { defineField } from "@ptc/core/internal/values";
import type * as LazySequences from "../../loading/lazy-sequences.ts";
import type { MemorySequences } from "../../persistence/memory.ts";
import type { SequenceReader } from "../../persistence/read-sequences.ts";
import type { StoredSequences } from "../../persistence/stored-sequences.ts";
import { sequencesName } from "../../persistence/sequences-name.ts";
import type { UnreadValue } from "../../persistence/unread-value.ts";
import { readJson } from "./read-json.ts";
import { readingBudget } from "./reading-budget.ts";
import { atOnce } from "./turns.ts";
import { UnreadText } from "./unread-text.ts";

export class UnreadSequences implements MemorySequences {
  private readonly bytes: Buffer;
  private readonly code: typeof LazySequences;
  private readonly given: MemorySequences["keys"] | undefined;
  /** Decodes values of the memory, which may refer to the sequences. */
  readonly functions: FunctionDecoder;
  private reader: SequenceReader | undefined;
  private stored: StoredSequences | undefined;
  shown: MemorySequences["shown"] = [];

  /** `given` are the keys of sequences that exist in this process. */
  constructor(
    bytes: Buffer,
    functions: FunctionDecoder,
    code: typeof LazySequences,
    given: MemorySequences["keys"] | undefined,
  ) {
    this.bytes = bytes;
    this.code = code;
    this.given = given;
    this.functions = {
      ...functions,
      decodeOpaque: (json, decode) => this.decoder(functions).decodeOpaque?.(json, decode),
    };
  }

  get states(): StoredSequences["states"] {
    return this.read().states;
  }

  get next(): number {
    return this.read().next;
  }

  /** The keys known so far. Reads nothing. */
  get keys(): MemorySequences["keys"] {
    return this.stored?.keys ?? this.given ?? new Map();
  }

  written(values: Iterable<readonly [string, Value | UnreadValue]>): Record<string, Json> {
    const object: Record<string, Json> = {};
    for (const [name, value] of values)
      defineField(
        object,
        name,
        value instanceof UnreadText
          ? value.toJSON()
          : encodeValue(value as Value, this.code.referenceEncoder),
      );
    object[sequencesName] = this.json();
    return object;
  }

  private json(): Json {
    return atOnce((slice) => readJson(this.bytes, readingBudget(), slice));
  }

  private decoder(functions: FunctionDecoder): FunctionDecoder {
    if (this.reader === undefined) this.read();
    return this.reader?.decoderWith(functions) ?? functions;
  }

  /** Reads the table once. While it is read, its sequences refer to each other. */
  private read(): StoredSequences {
    if (this.stored !== undefined) return this.stored;
    const reader = new this.code.SequenceReader(this.json(), this.given);
    this.reader = reader;
    return (this.stored = reader.read(this.functions, readingBudget()));
  }
}
