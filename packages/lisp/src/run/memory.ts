// What `def` keeps between programs: names and language values. Immutable; a run answers with the next one. It goes
// through one tagged JSON encoding when it outlives the process.

import { HostCrossing, defineField, toHost, type Value } from "@ptc/core/values";
import { encodeValue, type Json } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { functionEncoder } from "./function-encoder.ts";
import { functionMaker } from "./function-maker.ts";
import { holdsEncodedFunction } from "./holds-function.ts";
import { loadAllBuiltins } from "./load-builtins.ts";

/** Values by name. Make one with `Memory.from` or `Memory.decode`; a step carries the next. */
export class Memory {
  /** True when a function in it may reach an effect, so that programs that use it must be compiled for that. */
  readonly mayAwait: boolean;
  private readonly values: ReadonlyMap<string, Value>;

  private constructor(values: ReadonlyMap<string, Value>, mayAwait: boolean) {
    this.values = values;
    this.mayAwait = mayAwait;
  }

  static readonly empty: Memory = new Memory(new Map(), false);

  /** Memory of host values by name. */
  static from(values: Readonly<Record<string, unknown>>): Memory {
    const crossing = new HostCrossing();
    return new Memory(new Map(Object.entries(values).map(([name, value]) => [name, crossing.fromHost(value)])), false);
  }

  /** Memory of language values, as an evaluation leaves them. */
  static ofValues(values: ReadonlyMap<string, Value>, mayAwait: boolean): Memory {
    return new Memory(values, mayAwait);
  }

  /**
   * Reads what `toJSON` wrote. Where it holds a function all builtins are loaded, for the function may use any.
   * @throws OptionError unless `json` is an object; DecodingError naming the place of what cannot be read
   */
  static async decode(json: unknown): Promise<Memory> {
    if (typeof json !== "object" || json === null || Array.isArray(json)) throw new OptionError("memory", "expected an object of encoded values");
    if (holdsEncodedFunction(json)) await loadAllBuiltins();
    const { decodeValues } = await import("./written-values.ts");
    // Functions read from JSON were compiled for any effect.
    return new Memory(decodeValues(json, functionMaker), true);
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
   * The values as host values by name, maps and sets as `Map` and `Set`; functions become a marker.
   * @throws HostKeyError for a map in which `:a` and `"a"` would become one key
   */
  toHost(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const [name, value] of this.values) defineField(object, name, toHost(value, { collections: "native" }));
    return object;
  }

  /**
   * Tagged JSON that `Memory.decode` reads, functions included.
   * @throws EncodingError for a value that cannot be kept
   */
  toJSON(): Record<string, Json> {
    const object: Record<string, Json> = {};
    for (const [name, value] of this.values) defineField(object, name, encodeValue(value, functionEncoder));
    return object;
  }
}
