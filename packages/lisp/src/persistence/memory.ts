// What `def` keeps between programs: names and values of the language. A Memory never changes; a
// run answers with a new one. It is written as tagged JSON when it has to outlive the process.

import { DataDepthError, HostCrossing, defineField, toHost, type Value } from "@ptc/core/values";
import { encodeValue, tags, type Json } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { functionEncoder } from "../functions/function-encoder.ts";
import { fieldsOf, isObject } from "../evaluation/host/is-object.ts";
import { UnreadValue } from "./unread-value.ts";
import { valueSize } from "./value-size.ts";

/**
 * Values by name. Make one with `Memory.from` or `decodeMemory`; the step of a run holds the next
 * one.
 */
export class Memory {
  /**
   * True when a function in it may reach an effect, so that programs that use it must be compiled
   * for that.
   */
  readonly mayAwait: boolean;
  private readonly values: ReadonlyMap<string, Value | UnreadValue>;

  /** Whether a value in it may be unread. */
  private readonly isUnread: boolean;

  private constructor(
    values: ReadonlyMap<string, Value | UnreadValue>,
    mayAwait: boolean,
    isUnread = false,
  ) {
    this.values = values;
    this.mayAwait = mayAwait;
    this.isUnread = isUnread;
  }

  static readonly empty: Memory = new Memory(new Map(), false);

  /**
   * Memory of host values by name.
   * @throws DataDepthError for Maps and Sets nested too deep or holding themselves
   */
  static from(values: Readonly<Record<string, unknown>>): Memory {
    const crossing = new HostCrossing();
    return new Memory(
      new Map(fieldsOf(values).map(([name, value]) => [name, crossing.fromHost(value)])),
      false,
    );
  }

  /** Memory of values of the language, which come from an evaluation or were read from JSON. */
  static ofValues(values: ReadonlyMap<string, Value>, mayAwait: boolean): Memory {
    return new Memory(values, mayAwait);
  }

  /** Memory of values of which some have not been read yet. */
  static ofUnread(values: ReadonlyMap<string, Value | UnreadValue>, mayAwait: boolean): Memory {
    return new Memory(values, mayAwait, true);
  }

  /**
   * The value of `name`. What a process of a pool has left is read when it is first asked for.
   * @throws DecodingError, WorkLimitError for a value that cannot be read
   */
  get(name: string): Value | undefined {
    const value = this.values.get(name);
    return value instanceof UnreadValue ? value.value : value;
  }

  names(): IterableIterator<string> {
    return this.values.keys() as IterableIterator<string>;
  }

  /** @throws DecodingError, WorkLimitError for a value that cannot be read */
  entries(): Iterable<readonly [string, Value]> {
    if (!this.isUnread) return this.values as ReadonlyMap<string, Value>;
    return Array.from(this.values, ([name, value]) => [
      name,
      value instanceof UnreadValue ? value.value : value,
    ]);
  }

  /** The entries as they are held, for a memory that goes on from this one. */
  held(): Iterable<readonly [string, Value | UnreadValue]> {
    return this.values;
  }

  get size(): number {
    return this.values.size;
  }

  /**
   * About how many bytes the value of `name` takes as JSON; `undefined` when there are more than
   * `atMost`.
   */
  sizeOf(name: string, atMost: number): number | undefined {
    return valueSize(this.get(name) ?? null, atMost);
  }

  /**
   * The values as host values by name, maps and sets as `Map` and `Set`; functions become a marker.
   * @throws HostKeyError for a map in which `:a` and `"a"` would become one key
   */
  toHost(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const [name, value] of this.entries())
      defineField(object, name, toHost(value, { collections: "native" }));
    return object;
  }

  /**
   * Tagged JSON that `decodeMemory` reads, functions included. Where a value cannot be written (an
   * atom, data of the host that is nested too deep or holds too large an integer),
   * `{ "$unkept": "why" }` stands in its place, and the name is unknown to who reads the JSON.
   */
  toJSON(): Record<string, Json> {
    const object: Record<string, Json> = {};
    for (const [name, value] of this.values) defineField(object, name, written(value));
    return object;
  }
}

/** One name whose value cannot be written must not cost the others theirs. */
function written(value: Value | UnreadValue): Json {
  try {
    return value instanceof UnreadValue ? value.toJSON() : encodeValue(value, functionEncoder);
  } catch (error) {
    return { [tags.unkept]: unwritableText(error) };
  }
}

/** The errors that say of data that it cannot be written; a RangeError: it fits no text. */
const unwritable: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "EncodingError",
  "DataDepthError",
  "DecodingError",
  "WorkLimitError",
  "RangeError",
]);

/** Why a value cannot be written. @throws what is no such reason */
function unwritableText(error: unknown): string {
  if (error instanceof Error && unwritable.has(error.name)) return error.message;
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
 * What `cross` makes of the option `name`.
 * @throws OptionError where the option is nested too deep to be converted
 */
export function crossed<Crossed>(name: string, cross: () => Crossed): Crossed {
  try {
    return cross();
  } catch (error) {
    throw error instanceof DataDepthError ? new OptionError(name, error.message) : error;
  }
}
