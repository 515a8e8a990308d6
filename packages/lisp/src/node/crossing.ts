// Host data on its way to a process, as structured clone takes it, with the same meaning for a
// program as when it is read in place. Nearly all data goes as it is, after one look at it; what
// structured clone refuses or misreads (functions, instances of classes, accessors that throw,
// language values) is replaced in a copy.

import { types } from "node:util";
import {
  Keyword,
  MapValue,
  OpaqueValue,
  RegexValue,
  SetValue,
  Temporal,
  Vector,
  defineField,
  hostFunctionMarker,
  type Value,
} from "@ptc/core/values";
import { encodeValue } from "@ptc/core/encoding";
import { functionEncoder } from "../persistence/function-encoder.ts";

/** Data that structured clone can take. */
export interface Crossing {
  readonly data: unknown;
  /**
   * Whether boxed strings in `data` stand for language values, as the text of their encoding: no
   * other data is one there.
   */
  readonly holdsValues: boolean;
}

/** Thrown for data that cannot be sent to another process; the message says why. */
export class CrossingError extends Error {
  constructor(problem: string) {
    super(`${problem} cannot be sent to another process`);
    this.name = "CrossingError";
  }
}

/**
 * `value` ready for structured clone.
 * @throws CrossingError for a Proxy, and for data too deep
 */
export function toCrossing(value: unknown): Crossing {
  try {
    if (isPlain(value)) return { data: value, holdsValues: false };
  } catch (error) {
    if (error instanceof CrossingError) throw error;
    // An accessor that throws: the copy leaves it out.
  }
  const copier = new Copier();
  const data = copier.copy(value, 0);
  return { data, holdsValues: copier.holdsValues };
}

/** As a program sees it in process. */
const hostSymbolMarker = "#<symbol>";

/** Structured clone walks data by recursion, in both processes. */
const maximumDepth = 1000;

/** Whether structured clone gives the same data. Walks without recursion; shared parts once. */
function isPlain(root: unknown): boolean {
  const seen = new Set<object>();
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maximumDepth) throw tooDeep();
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === "function" || typeof value === "symbol") return false;
      if (typeof value !== "object" || value === null || seen.has(value)) continue;
      seen.add(value);
      if (!collectParts(value, below)) return false;
    }
    level = below;
  }
  return true;
}

/**
 * Adds what `value` holds to `parts`, primitives that need no look left out; false when it has to
 * be copied.
 */
function collectParts(value: object, parts: unknown[]): boolean {
  assertNoProxy(value);
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) addPart(parts, item);
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) {
    for (const name of Object.keys(value)) addPart(parts, (value as Record<string, unknown>)[name]);
    return true;
  }
  if (types.isDate(value) || isOwnArray(value)) return true;
  if (types.isMap(value)) {
    for (const [key, item] of Map.prototype.entries.call(value)) {
      addPart(parts, key);
      addPart(parts, item);
    }
    return true;
  }
  if (!types.isSet(value)) return false;
  for (const item of Set.prototype.values.call(value)) addPart(parts, item);
  return true;
}

function addPart(parts: unknown[], value: unknown): void {
  const type = typeof value;
  if (type === "object" || type === "function" || type === "symbol") parts.push(value);
}

class Copier {
  holdsValues = false;
  private readonly copies = new Map<object, unknown>();

  copy(value: unknown, depth: number): unknown {
    if (typeof value === "function") return hostFunctionMarker;
    if (typeof value === "symbol") return hostSymbolMarker;
    if (typeof value !== "object" || value === null) return value;
    if (depth > maximumDepth) throw tooDeep();
    const known = this.copies.get(value);
    if (known !== undefined) return known;
    assertNoProxy(value);
    if (isLanguageValue(value)) return this.languageValue(value);
    if (value instanceof OpaqueValue) return hostFunctionMarker;
    return this.collection(value, depth + 1);
  }

  private collection(value: object, depth: number): unknown {
    if (Array.isArray(value)) return this.array(value, value as readonly unknown[], depth);
    if (types.isDate(value) || isOwnArray(value)) return value;
    if (types.isTypedArray(value))
      return this.array(value, Array.prototype.slice.call(value) as unknown[], depth);
    if (types.isBoxedPrimitive(value) && !types.isSymbolObject(value)) return this.primitive(value);
    if (types.isMap(value)) {
      const copy = this.remember(value, new Map<unknown, unknown>());
      for (const [key, item] of Map.prototype.entries.call(value) as Iterable<[unknown, unknown]>)
        copy.set(this.copy(key, depth), this.copy(item, depth));
      return copy;
    }
    if (types.isSet(value)) {
      const copy = this.remember(value, new Set<unknown>());
      for (const item of Set.prototype.values.call(value) as Iterable<unknown>)
        copy.add(this.copy(item, depth));
      return copy;
    }
    const copy = this.remember(value, {});
    // Of an error its name and message, and no stack.
    const names =
      value instanceof Error || types.isNativeError(value)
        ? ["name", "message"]
        : Object.keys(value);
    for (const name of names) defineField(copy, name, this.copy(readField(value, name), depth));
    return copy;
  }

  private array(source: object, items: readonly unknown[], depth: number): unknown[] {
    const copy = this.remember(source, [] as unknown[]);
    for (const item of items) copy.push(this.copy(item, depth));
    return copy;
  }

  /** What a boxed string, number, boolean or bigint holds, whatever it overrides. */
  private primitive(value: object): unknown {
    if (types.isStringObject(value)) return String.prototype.valueOf.call(value);
    if (types.isNumberObject(value)) return Number.prototype.valueOf.call(value);
    return types.isBooleanObject(value)
      ? Boolean.prototype.valueOf.call(value)
      : BigInt.prototype.valueOf.call(value);
  }

  private languageValue(value: Value): unknown {
    this.holdsValues = true;
    try {
      return Object(JSON.stringify(encodeValue(value, functionEncoder)));
    } catch {
      throw new CrossingError("a language value that cannot be kept as JSON");
    }
  }

  private remember<T extends object>(source: object, copy: T): T {
    this.copies.set(source, copy);
    return copy;
  }
}

/** A typed array whose bytes are no other thread's. */
function isOwnArray(value: object): boolean {
  return types.isTypedArray(value) && !types.isSharedArrayBuffer(value.buffer);
}

function isLanguageValue(value: object): value is Extract<Value, object> {
  return (
    value instanceof Keyword ||
    value instanceof Vector ||
    value instanceof MapValue ||
    value instanceof SetValue ||
    value instanceof Temporal ||
    value instanceof RegexValue
  );
}

function assertNoProxy(value: object): void {
  if (types.isProxy(value)) throw new CrossingError("a Proxy");
}

function tooDeep(): CrossingError {
  return new CrossingError(`data nested more than ${String(maximumDepth)} levels deep`);
}

function readField(source: object, name: string): unknown {
  try {
    return (source as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
