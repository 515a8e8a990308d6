// How objects of the host that are no plain data become values: dates, Maps, Sets, typed arrays,
// boxed primitives, errors. They are recognised across realms, and read through the built-in
// methods, whatever the object overrides.

import { MapBuilder } from "./map-builder.ts";
import { Temporal } from "./temporal.ts";
import { TrieSet } from "./trie-set.ts";
import { Vector } from "./vector.ts";
import { defineField } from "./define-field.ts";
import type { HostReader } from "./host-reader.ts";
import type { Value } from "./value.ts";

type Conversion = (source: object, reader: HostReader<Value>) => Value;

/** One line for each kind; throws a TypeError for an object that only claims to be of the kind. */
const conversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ["Date", (source) => instant(Date.prototype.getTime.call(source))],
  ["Map", (source, reader) => fromMap(source, reader)],
  ["Set", (source, reader) => fromSet(source, reader)],
  ["String", (source) => String.prototype.valueOf.call(source)],
  ["Number", (source) => Number.prototype.valueOf.call(source)],
  ["Boolean", (source) => Boolean.prototype.valueOf.call(source)],
  ["BigInt", (source, reader) => reader.fromHost(BigInt.prototype.valueOf.call(source))],
]);

/**
 * The value for `source`, or `undefined` when it is an object like any other, with fields of its
 * own.
 */
export function convertBuiltIn(source: object, reader: HostReader<Value>): Value | undefined {
  if (ArrayBuffer.isView(source))
    return typedKind(source) === undefined ? undefined : fromTypedArray(source, reader);
  const convert = conversions.get(kindOf(source));
  if (convert === undefined) return undefined;
  try {
    return convert(source, reader);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * The own enumerable fields of `source` as a plain object without prototype; an accessor is read
 * here, and counts as undefined when it throws. Of an error, its name and message, and no stack.
 */
export function ownFields(source: object, reader: HostReader<Value>): object {
  const fields: object = Object.create(null) as object;
  const names = kindOf(source) === "Error" ? ["name", "message"] : Object.keys(source);
  reader.copies(names.length);
  for (const name of names) defineField(fields, name, readField(source, name));
  return fields;
}

/**
 * Whether `source` is a plain object of another realm: its prototype is a foreign
 * `Object.prototype`.
 */
export function isForeignPlain(prototype: unknown): boolean {
  return (
    typeof prototype === "object" &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "hasOwnProperty")
  );
}

/**
 * `Date`, `Map`…: the class if it is one of this realm, otherwise what the object says of itself.
 */
function kindOf(source: object): string {
  if (source instanceof Date) return "Date";
  if (source instanceof Map) return "Map";
  if (source instanceof Set) return "Set";
  return source instanceof Error ? "Error" : Object.prototype.toString.call(source).slice(8, -1);
}

function instant(milliseconds: number): Value {
  return Number.isNaN(milliseconds) ? null : new Temporal("instant", milliseconds);
}

// The size is read by its inner slot, whatever the object says of itself.

function fromSet(source: object, reader: HostReader<Value>): Value {
  const members = Set.prototype.values.call(source);
  reader.copies(Reflect.get(Set.prototype, "size", source));
  return TrieSet.of(Array.from(members, (item) => reader.fromHost(item)));
}

function fromMap(source: object, reader: HostReader<Value>): Value {
  const entries: Iterable<[unknown, unknown]> = Map.prototype.entries.call(source);
  reader.copies(Reflect.get(Map.prototype, "size", source));
  const builder = new MapBuilder();
  let onlyNames = true;
  for (const [key, item] of entries) {
    onlyNames &&= typeof key === "string";
    builder.set(reader.fromHost(key), reader.fromHost(item));
  }
  return builder.build(onlyNames);
}

/**
 * A copy of the same kind, for it takes no more room than the bytes do; a shared buffer may change
 * under the original. Its constructor reads the source by its inner slots: no field, iterator or
 * species of it runs.
 */
function fromTypedArray(source: ArrayBufferView, reader: HostReader<Value>): Value {
  const kind = typedKind(source);
  reader.copies(
    Math.ceil((Reflect.get(typedArrayPrototype, "byteLength", source) as number) / bytesOfEntry),
  );
  // Half floats, which not every host has, fit into floats.
  const Kind = typedArrays.find(({ name }) => name === kind) ?? Float32Array;
  return Vector.ofHost(
    new (Kind as new (source: ArrayBufferView) => ArrayBufferView)(source) as unknown as unknown[],
    reader,
  );
}

const typedArrayPrototype = /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype) as object;

/** Bytes are told to a meter as so many to an entry. */
const bytesOfEntry = 64;

const typedArrays: readonly { readonly name: string }[] = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
];

/**
 * The name of a typed array's kind by its inner slot, whatever the object says of itself;
 * `undefined` for a DataView.
 */
function typedKind(source: ArrayBufferView): unknown {
  return Reflect.get(typedArrayPrototype, Symbol.toStringTag, source);
}

function readField(source: object, name: string): unknown {
  try {
    return (source as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
