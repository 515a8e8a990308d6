// Converts host objects that are not plain data: dates, Maps, Sets, typed arrays, boxed primitives.
// Recognizes them across realms, and reads them with built-in methods even if the object overrides
// those.

import { hidesKey } from "./firewall.ts";
import { MapBuilder } from "./map-builder.ts";
import { Temporal } from "./temporal.ts";
import { TrieSet } from "./trie-set.ts";
import { Vector } from "./vector.ts";
import { defineField } from "./define-field.ts";
import type { HostReader } from "./host-reader.ts";
import { unreadable } from "./host-stand-in.ts";
import type { Value } from "./value.ts";

type Conversion = (source: object, reader: HostReader<Value>) => Value;

/**
 * One conversion per kind. It throws a TypeError for an object that only claims to be of its kind.
 */
const conversions: ReadonlyMap<string, Conversion> = new Map<string, Conversion>([
  ["Date", (source) => instant(Date.prototype.getTime.call(source))],
  ["Map", (source, reader) => fromMap(source, reader)],
  ["Set", (source, reader) => fromSet(source, reader)],
  ["String", (source) => String.prototype.valueOf.call(source)],
  ["Number", (source) => Number.prototype.valueOf.call(source)],
  ["Boolean", (source) => Boolean.prototype.valueOf.call(source)],
  ["ArrayBuffer", (source, reader) => fromBytes(source as ArrayBuffer, reader)],
  ["SharedArrayBuffer", (source, reader) => fromBytes(source as SharedArrayBuffer, reader)],
  ["BigInt", (source, reader) => reader.fromHost(BigInt.prototype.valueOf.call(source))],
]);

/**
 * Converts `source`. Returns `undefined` if it is not of a listed kind, so only its own fields
 * remain.
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
 * Returns the own enumerable fields of `source` as a plain object without a prototype. Reads
 * accessors here; one that throws counts as undefined and is reported to the reader.
 */
export function ownFields(source: object, reader: HostReader<Value>): object {
  const fields: object = Object.create(null) as object;
  const names = Object.keys(source);
  reader.copies(names.length);
  for (const name of names) defineField(fields, name, readField(source, name, reader));
  return fields;
}

/** True if `prototype` is the `Object.prototype` of another realm, so objects with it are plain. */
export function isForeignPlain(prototype: unknown): boolean {
  return (
    typeof prototype === "object" &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "hasOwnProperty")
  );
}

/**
 * Returns the kind of an object, such as `Date` or `Map`: by its class in this realm, and by its
 * string tag otherwise.
 */
function kindOf(source: object): string {
  if (source instanceof Date) return "Date";
  if (source instanceof Map) return "Map";
  if (source instanceof Set) return "Set";
  return Object.prototype.toString.call(source).slice(8, -1);
}

function instant(milliseconds: number): Value {
  return Number.isNaN(milliseconds) ? null : new Temporal("instant", milliseconds);
}

// Read the size from the internal slot, because the object may override `size`.

function fromSet(source: object, reader: HostReader<Value>): Value {
  const members = Set.prototype.values.call(source);
  reader.copies(Reflect.get(Set.prototype, "size", source));
  return TrieSet.of(
    Array.from(members, (item) => reader.fromHost(item)),
    reader.work,
  );
}

function fromMap(source: object, reader: HostReader<Value>): Value {
  const entries: Iterable<[unknown, unknown]> = Map.prototype.entries.call(source);
  reader.copies(Reflect.get(Map.prototype, "size", source));
  const { firewall } = reader;
  const builder = new MapBuilder(reader.work);
  let onlyNames = true;
  for (const [key, item] of entries) {
    onlyNames &&= typeof key === "string";
    const [name, value] = [reader.fromHost(key), reader.fromHost(item)];
    if (firewall !== undefined && hidesKey(firewall, name)) firewall.note(value, item);
    builder.set(name, value);
  }
  return builder.build(onlyNames);
}

/**
 * Copies a typed array to one of the same kind, which needs no more memory than the bytes. The
 * copy is necessary because a shared buffer may change while a program runs. The constructor reads
 * the internal slots of the source, so its fields, iterators and species don't run.
 */
function fromTypedArray(source: ArrayBufferView, reader: HostReader<Value>): Value {
  const kind = typedKind(source);
  reader.copies(
    Math.ceil((Reflect.get(typedArrayPrototype, "byteLength", source) as number) / bytesOfEntry),
  );
  // Convert half floats to floats, because not every host has a typed array for them.
  const Kind = typedArrays.find(({ name }) => name === kind) ?? Float32Array;
  return Vector.ofHost(
    new (Kind as new (source: ArrayBufferView) => ArrayBufferView)(source) as unknown as unknown[],
    reader,
  );
}

/** @throws TypeError if `source` is not a buffer */
function fromBytes(source: ArrayBufferLike, reader: HostReader<Value>): Value {
  return fromTypedArray(new Uint8Array(ownBuffer(source)), reader);
}

/**
 * Returns `source` if it is a real buffer, and throws otherwise. `new Uint8Array` would copy any
 * other object as a list.
 */
function ownBuffer(source: ArrayBufferLike): ArrayBufferLike {
  const { prototype } = source instanceof ArrayBuffer ? ArrayBuffer : SharedArrayBuffer;
  Reflect.get(prototype, "byteLength", source);
  return source;
}

const typedArrayPrototype = /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype) as object;

/** The number of bytes that a meter counts as one entry. */
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
 * Returns the kind of a typed array from its internal slot, because the object may report another
 * one. Returns `undefined` for a DataView.
 */
function typedKind(source: ArrayBufferView): unknown {
  return Reflect.get(typedArrayPrototype, Symbol.toStringTag, source);
}

function readField(source: object, name: string, reader: HostReader<Value>): unknown {
  try {
    return (source as Record<string, unknown>)[name];
  } catch {
    reader.lose(unreadable, source, name);
    return undefined;
  }
}
