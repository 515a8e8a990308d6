// Reads the table of lazy sequences in the JSON of a memory, which comes from outside and may have
// any shape. The sequences exist before their contents are read, because they may refer to each
// other.

import { DecodingError, decodeValue, type FunctionDecoder } from "@ptc/core/decoding";
import { isObject } from "@ptc/core/internal/host";
import type { Value, WorkMeter } from "@ptc/core/values";
import { ComputedSeq } from "../sequence/layered-sequence.ts";
import type { LazySeq } from "../sequence/lazy-seq.ts";
import { StoredSequence, type SequenceKey } from "./stored-sequence.ts";
import { StoredSequences } from "./stored-sequences.ts";
import { sequencesName } from "./sequences-name.ts";

type Fields = Readonly<Record<string, unknown>>;

export class SequenceReader {
  private readonly byNumber = new Map<number, StoredSequence>();
  private readonly table: readonly Fields[];
  private readonly next: number;

  /**
   * Sequences with a number in `keys` are states of those sequences.
   * @throws DecodingError for JSON that isn't a table of sequences
   */
  constructor(json: unknown, keys?: ReadonlyMap<number, SequenceKey>) {
    const { table, next } = isObject(json) ? json : {};
    if (!Array.isArray(table) || !isNumber(next)) throw malformed("expected a table of sequences");
    this.next = next;
    this.table = table.map((row: unknown) => {
      if (!isObject(row)) throw malformed("expected an object for each sequence");
      return row;
    });
    for (const { number } of this.table) {
      if (!isNumber(number) || number >= next || this.byNumber.has(number))
        throw malformed("expected a different number below next for each sequence");
      this.byNumber.set(number, new StoredSequence(keys?.get(number) ?? { number }));
    }
  }

  /** Returns a decoder that reads references to the sequences, and everything `functions` reads. */
  decoderWith(functions: FunctionDecoder): FunctionDecoder {
    return {
      ...functions,
      decodeOpaque: (json, decode) =>
        isObject(json) && Array.isArray(json["sequence"])
          ? this.reference(json["sequence"] as unknown[])
          : functions.decodeOpaque?.(json, decode),
    };
  }

  private reference([number, offset]: readonly unknown[]): LazySeq | undefined {
    const sequence = isNumber(number) ? this.byNumber.get(number) : undefined;
    return sequence === undefined || !isNumber(offset)
      ? undefined
      : new ComputedSeq(sequence, offset);
  }

  /**
   * Reads the contents of all sequences. `shown` are those in the last values of programs.
   * @throws DecodingError; what `meter` throws
   */
  read(
    functions: FunctionDecoder,
    meter: WorkMeter,
    shown?: StoredSequences["shown"],
  ): StoredSequences {
    const states = new Map<SequenceKey, StoredSequence>();
    for (const [index, { number, realized, rest, endless, open, fields }] of this.table.entries()) {
      const path = `${sequencesName}.table[${String(index)}]`;
      const sequence = isNumber(number) ? this.byNumber.get(number) : undefined;
      if (sequence === undefined || !Array.isArray(realized) || !Array.isArray(rest))
        throw malformed("expected elements and the rest of each sequence");
      const read = (json: unknown, part: string): Value =>
        decodeValue(json, { functions, meter, path: `${path}.${part}` });
      const [maker, ...args] = rest as unknown[];
      if (typeof maker !== "string") throw malformed("expected the rest of each sequence");
      sequence.fill({
        realized: realized.map((json: unknown, at) => read(json, `realized[${String(at)}]`)),
        continuation: [maker, ...args.map((json, at) => read(json, `rest[${String(at + 1)}]`))],
        isUnbounded: endless === true,
        isOpenEnded: open === true,
        isOfFields: fields === true,
      });
      states.set(sequence.key, sequence);
    }
    return new StoredSequences(states, this.next, shown);
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function malformed(problem: string): DecodingError {
  return new DecodingError(sequencesName, problem);
}
