// The names and values that `def` keeps between programs. A Memory is immutable; each run returns a
// new one. Tagged JSON carries it beyond the process.

import { DataDepthError, toHost, type LazySequence, type Value } from "@ptc/core/values";
import { HostCrossing, defineField, inspected } from "@ptc/core/internal/values";
import { encodeValue, tags, type Json } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { functionEncoder } from "../functions/function-encoder.ts";
import { isObject } from "@ptc/core/internal/host";
import { fieldsOf } from "../evaluation/host/is-object.ts";
import { firewalledName } from "./sequences-name.ts";
import { UnreadValue } from "./unread-value.ts";
import { valueSize } from "./value-size.ts";

/** The lazy sequences in the last value of a program, which a later one may read as `*1`. */
export type ShownSequences = readonly LazySequence[];

/** The lazy sequences in the values of a memory. */
export interface MemorySequences {
  /** The state of each sequence, by its key. */
  readonly states: ReadonlyMap<object, object>;
  /** The keys by their numbers. */
  readonly keys: ReadonlyMap<number, { readonly number: number }>;
  /** The number of the next sequence. */
  readonly next: number;
  /** The sequences in the last values of programs, newest first, which have states too. */
  readonly shown: readonly ShownSequences[];
  /**
   * Returns the JSON of a memory with these sequences. Unless `isWhole`, the table has only the
   * sequences of `values`.
   */
  written(
    values: Iterable<readonly [string, Value | UnreadValue]>,
    isWhole?: boolean,
  ): Record<string, Json>;
}

/** Knows the firewalled texts of a memory. */
export interface MemoryHiding {
  /** Returns the positions of firewalled texts in the JSON of the memory. */
  hiddenParts(json: object): unknown;
}

/** Knows why names have no value in a memory, although a program defined them. */
export interface MemoryUnkept {
  /** Adds a marker with the reason for each name that `object`, the JSON of a memory, lacks. */
  writeTo(object: Record<string, Json>): void;
}

/**
 * Values by name. Create one with `Memory.from` or `decodeMemory`; the step of a run contains the
 * next one.
 */
export class Memory {
  /**
   * True if a function in it may reach an effect. Programs that use such a memory must be compiled
   * to await.
   */
  readonly mayAwait: boolean;
  /** @internal Its lazy sequences; undefined without any. */
  readonly sequences: MemorySequences | undefined;
  /** @internal Knows its firewalled texts; undefined if there are none. */
  readonly hiding: MemoryHiding | undefined;
  /**
   * @internal Knows the names without a value; undefined if there are none. Set once, by the code
   * that makes the memory.
   */
  declare unkept?: MemoryUnkept | undefined;
  private readonly values: ReadonlyMap<string, Value | UnreadValue>;

  /** True if a value in it may be unread. */
  private readonly isUnread: boolean;

  private constructor(
    values: ReadonlyMap<string, Value | UnreadValue>,
    mayAwait: boolean,
    isUnread = false,
    sequences?: MemorySequences,
    hiding?: MemoryHiding,
  ) {
    this.hiding = hiding;
    this.values = values;
    this.mayAwait = mayAwait;
    this.isUnread = isUnread;
    this.sequences = sequences;
  }

  static readonly empty: Memory = new Memory(new Map(), false);

  /**
   * Creates a memory from host values by name.
   * @throws DataDepthError for Maps and Sets that are nested too deep or contain themselves
   */
  static from(values: Readonly<Record<string, unknown>>): Memory {
    const crossing = new HostCrossing();
    return new Memory(
      new Map(fieldsOf(values).map(([name, value]) => [name, crossing.fromHost(value)])),
      false,
    );
  }

  /**
   * Creates a memory from language values of an evaluation or of decoded JSON. With `isUnread`,
   * some values aren't read yet.
   */
  static ofValues(
    values: ReadonlyMap<string, Value | UnreadValue>,
    mayAwait: boolean,
    sequences?: MemorySequences,
    isUnread = false,
  ): Memory {
    return new Memory(values, mayAwait, isUnread, sequences);
  }

  /**
   * Returns the value of `name`. Values from a pool process are read on first use.
   * @throws DecodingError, WorkLimitError for a value that can't be read
   */
  get(name: string): Value | undefined {
    const value = this.values.get(name);
    return value instanceof UnreadValue ? value.value : value;
  }

  names(): IterableIterator<string> {
    return this.values.keys() as IterableIterator<string>;
  }

  /** @throws DecodingError, WorkLimitError for a value that can't be read */
  entries(): Iterable<readonly [string, Value]> {
    if (!this.isUnread) return this.values as ReadonlyMap<string, Value>;
    return Array.from(this.values, ([name, value]) => [
      name,
      value instanceof UnreadValue ? value.value : value,
    ]);
  }

  /** Returns the entries as stored, unread values included, for a memory derived from this one. */
  held(): Iterable<readonly [string, Value | UnreadValue]> {
    return this.values;
  }

  get size(): number {
    return this.values.size;
  }

  /**
   * Returns the approximate size of the value of `name` as JSON, in bytes, or `undefined` if it is
   * above `atMost`.
   */
  sizeOf(name: string, atMost: number): number | undefined {
    return valueSize(this.get(name) ?? null, atMost);
  }

  /**
   * Returns host values by name. Maps and sets become `Map` and `Set`, and functions become a
   * marker.
   * @throws HostKeyError for a map in which `:a` and `"a"` would become the same key
   */
  toHost(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const [name, value] of this.entries())
      defineField(object, name, toHost(value, { collections: "native", showsLazy: true }));
    return object;
  }

  /** @internal Returns the form that consoles show. */
  [inspected](): unknown {
    return new Map(this.held());
  }

  /**
   * Returns tagged JSON for `decodeMemory`, functions included. A value that can't be written
   * becomes `{ "$unkept": "why" }`, and a memory read from this JSON omits its name. Examples are
   * an atom, and host data that is nested too deep or contains too large an integer. So do names
   * that a program defined but memory omits.
   */
  toJSON(): Record<string, Json> {
    const object = this.sequences?.written(this.values) ?? {};
    if (this.sequences === undefined)
      for (const [name, value] of this.values) defineField(object, name, written(value));
    this.unkept?.writeTo(object);
    const parts = this.hiding?.hiddenParts(object) as Json | undefined;
    return parts === undefined ? object : { ...object, [firewalledName]: parts };
  }

  /**
   * @internal Returns the same memory, whose JSON has the positions of the texts that `hiding`
   * hides.
   */
  hidingWith(hiding: MemoryHiding | undefined): Memory {
    if (hiding === this.hiding) return this;
    const next = new Memory(this.values, this.mayAwait, this.isUnread, this.sequences, hiding);
    next.unkept = this.unkept;
    return next;
  }
}

/**
 * Returns the JSON of a value, or a marker if it can't be written, so that other names keep their
 * values.
 */
function written(value: Value | UnreadValue): Json {
  try {
    return value instanceof UnreadValue ? value.toJSON() : encodeValue(value, functionEncoder);
  } catch (error) {
    return { [tags.unkept]: unwritableText(error) };
  }
}

/**
 * Names of errors for values that can't be written. A RangeError means that the text would be too
 * long.
 */
const unwritable = /^(?:Encoding|DataDepth|Decoding|WorkLimit|Range)Error$/;

/** Returns the reason why a value can't be written. Rethrows any other error. */
export function unwritableText(error: unknown): string {
  if (error instanceof Error && unwritable.test(error.name)) return error.message;
  throw error;
}

/** @throws OptionError */
export function resolveMemory(
  memory: Memory | Readonly<Record<string, unknown>> | undefined,
): Memory {
  if (memory === undefined) return Memory.empty;
  if (memory instanceof Memory) return memory;
  if (!isObject(memory))
    throw new OptionError("memory", "expected a Memory or an object of values by name");
  return crossed("memory", () => Memory.from(memory));
}

/**
 * Returns the result of `cross`, which converts the option `name`.
 * @throws OptionError if the option is nested too deep to be converted
 */
export function crossed<Crossed>(name: string, cross: () => Crossed): Crossed {
  try {
    return cross();
  } catch (error) {
    throw error instanceof DataDepthError ? new OptionError(name, error.message) : error;
  }
}
