// Prepares host data to be sent to a process by structured clone, with the same meaning for a
// program there as when it is read in place. Nearly all data is sent as it is, after one look at
// it. What structured clone refuses or misreads (functions, instances of classes, accessors that
// throw, values of the language) is replaced in a copy.

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
import { functionEncoder } from "../functions/function-encoder.ts";

/** Data that structured clone can take. */
export interface Crossing {
  readonly data: unknown;
  /**
   * Whether `data` holds values of the language. Each is a boxed string with the text of its
   * encoding; nothing else is a boxed string there.
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
    // An accessor has thrown. In the copy its field is undefined.
  }
  const copier = new Copier();
  const data = copier.copy(value, 0);
  return { data, holdsValues: copier.holdsValues };
}

/** What a program sees in place of a symbol, here as in process. */
const hostSymbolMarker = "#<symbol>";

/** How deep data may be nested. Structured clone walks it by recursion, in both processes. */
const maximumDepth = 1000;

/**
 * Whether structured clone copies the data as it is. Walks without recursion, and walks parts that
 * are shared only once.
 */
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
 * Adds to `parts` what has to be looked at in `value`, which leaves most primitives out. Answers
 * false when `value` has to be replaced in a copy.
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
    // Of an error the name and the message are copied, but not the stack.
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

  /**
   * The primitive in a boxed string, number, boolean or bigint, even where the object overrides
   * `valueOf`.
   */
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

/** Whether `value` is a typed array whose bytes no other thread shares. */
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
