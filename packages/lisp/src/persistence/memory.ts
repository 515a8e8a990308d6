// What `def` keeps between programs: names and values of the language. A Memory never changes; a
// run answers with a new one. It is written as tagged JSON when it has to outlive the process.

import { DataDepthError, HostCrossing, defineField, toHost, type Value } from "@ptc/core/values";
import { encodeValue, type Json } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { functionEncoder } from "../functions/function-encoder.ts";
import { fieldsOf, isObject } from "../evaluation/is-object.ts";
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
  private readonly values: ReadonlyMap<string, Value>;

  private constructor(values: ReadonlyMap<string, Value>, mayAwait: boolean) {
    this.values = values;
    this.mayAwait = mayAwait;
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

  get(name: string): Value | undefined {
    return this.values.get(name);
  }

  names(): IterableIterator<string> {
    return this.values.keys() as IterableIterator<string>;
  }

  entries(): Iterable<readonly [string, Value]> {
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
    return valueSize(this.values.get(name) ?? null, atMost);
  }

  /**
   * The values as host values by name, maps and sets as `Map` and `Set`; functions become a marker.
   * @throws HostKeyError for a map in which `:a` and `"a"` would become one key
   */
  toHost(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const [name, value] of this.values)
      defineField(object, name, toHost(value, { collections: "native" }));
    return object;
  }

  /**
   * Tagged JSON that `decodeMemory` reads, functions included.
   * @throws EncodingError for a value that cannot be kept
   */
  toJSON(): Record<string, Json> {
    const object: Record<string, Json> = {};
    for (const [name, value] of this.values)
      defineField(object, name, encodeValue(value, functionEncoder));
    return object;
  }
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
