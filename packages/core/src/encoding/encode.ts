// Encodes language values as tagged JSON, the format of memory, journals and recordings. Common
// data becomes ordinary JSON. A tag marks values that JSON can't represent; see tags.ts. The form
// of a map depends on its origin:
//
//   {:a 1}  made by a program      {":a":1}            when all its keys are keywords
//   {"a" 1} came from the host     {"a":1}             when one key is a string or more; :k is ":k"
//   any other map                  {"$map":[[k,v],…]}  or {"$fields":[[k,v],…]} from the host
//   [1 2]                          [1,2]
//   (1 2)   a list or a sequence   {"$list":[1,2]}     or {"$sequence":[1,2]}, a queue {"$queue":[1,2]}
//   [1 2]   the entry of a map     {"$entry":[1,2]}
//   (1 2)   made from fields       {"$fieldSequence":[1,2]}; see `Vector.isOfFields`
//
// A value that isn't data, such as an atom, is written as its `asData` value, unless the language
// writes it as `$opaque`.

import {
  FunctionValue,
  Keyword,
  LazySequence,
  MapValue,
  type OpaqueValue,
  RegexValue,
  SetValue,
  SymbolValue,
  Temporal,
  Vector,
  DataDepthError,
  maximumDataDepth,
  typeName,
  type Value,
  type WorkMeter,
} from "../values/index.ts";
import {
  SortedMap,
  SortedSet,
  defineField,
  temporalText,
  type KeyOrder,
} from "../values/internal.ts";
import { longestNativeText } from "../values/native-keys.ts";
import { maximumIntegerBits, spendDigits } from "../values/integer-size.ts";
import { specialNumberText } from "./special-number.ts";
import { tags, temporalTag } from "./tags.ts";

/** JSON that `JSON.stringify` accepts. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Encodes functions. The language supplies their source and captured values. */
export interface FunctionEncoder {
  /**
   * Returns JSON for `fn`, or `undefined` if it can't be encoded. `encode` writes captured values.
   */
  encodeFunction(fn: FunctionValue, encode: (value: Value) => Json): Json | undefined;
  /**
   * Returns JSON for a value that isn't data, including functions that `encodeFunction` can't
   * encode. Without this method, the value's `asData` is written instead.
   */
  encodeOpaque?(value: OpaqueValue, encode: (value: Value) => Json): Json | undefined;
}

/**
 * Thrown for a value that can't be encoded. `path` is the location, such as `items[2].handler`,
 * and is empty at the top.
 */
export class EncodingError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(path === "" ? problem : `${path}: ${problem}`);
    this.name = "EncodingError";
    this.path = path;
  }
}

/**
 * Encodes `value` as tagged JSON, which `decodeValue` reads back. Shared structure is written once
 * per occurrence, so meter the work if the value comes from a program. `meter` receives the number
 * of elements of each collection before they are encoded, and the cost of texts and functions.
 * @throws EncodingError for atoms, unrealized lazy sequences, and functions without an encoder;
 * DataDepthError if the data is nested too deep; anything that `meter` throws
 */
export function encodeValue(value: Value, functions?: FunctionEncoder, meter?: WorkMeter): Json {
  return encode(value, { functions, meter, path: [] });
}

interface Encoding {
  readonly functions: FunctionEncoder | undefined;
  readonly meter: WorkMeter | undefined;
  readonly path: string[];
}

function encode(value: Value, encoding: Encoding): Json {
  if (typeof value === "string") return encodeText(value, encoding);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return encodeNumber(value);
  if (typeof value === "bigint") return encodeInteger(value, encoding);
  if (value instanceof Keyword) return { [tags.keyword]: encodeText(value.text, encoding) };
  if (value instanceof SymbolValue) return { [tags.symbol]: encodeText(value.text, encoding) };
  if (value instanceof Temporal) return encodeTemporal(value);
  if (value instanceof RegexValue) return { [tags.regex]: value.source };
  if (encoding.path.length > maximumDataDepth) throw new DataDepthError();
  if (value instanceof Vector) return encodeItems(value, encoding);
  if (value instanceof MapValue)
    return value instanceof SortedMap
      ? encodeSortedMap(value, encoding)
      : encodeMap(value, encoding);
  if (value instanceof SetValue) return encodeSet(value, encoding);
  // A map may have the sequence as a key, and is read before the elements of sequences are.
  if (value instanceof LazySequence && value.compared instanceof Vector)
    return encodeItems(value.compared as Vector<Value>, encoding);
  return encodeFunction(value, encoding);
}

/** Encodes a text, which counts as one element per 16 UTF-16 units. */
function encodeText(text: string, { meter }: Encoding): string {
  if (text.length >= 16) meter?.spend(text.length >>> 4);
  return text;
}

function encodeInteger(value: bigint, { meter, path }: Encoding): Json {
  if (BigInt.asIntN(maximumIntegerBits + 1, value) !== value)
    throw new EncodingError(
      pathText(path),
      `an integer of more than ${maximumIntegerBits} bits can't be stored: store its text`,
    );
  spendDigits(value, meter);
  return { [tags.integer]: value.toString() };
}

function encodeItems(value: Vector<Value>, encoding: Encoding): Json {
  encoding.meter?.spend(value.count);
  const items = value.toArray().map((item, index) => at(encoding, `[${String(index)}]`, item));
  const { kind, isOfFields } = value;
  if (kind === "list") return { [isOfFields ? tags.fieldList : tags.list]: items };
  if (kind === "entry") return { [isOfFields ? tags.fieldEntry : tags.entry]: items };
  if (kind === "queue") return { [isOfFields ? tags.fieldQueue : tags.queue]: items };
  if (kind === "sequence") return { [isOfFields ? tags.fieldSequence : tags.sequence]: items };
  return isOfFields ? { [tags.fieldVector]: items } : items;
}

function encodeSet(value: SetValue<Value>, encoding: Encoding): Json {
  encoding.meter?.spend(value.count);
  const members = value.toArray().map((member) => at(encoding, "#{}", member));
  const { isOfFields } = value;
  if (!(value instanceof SortedSet)) return { [isOfFields ? tags.fieldSet : tags.set]: members };
  const content = [encodeOrder(value.order, encoding), members];
  return { [isOfFields ? tags.sortedFieldSet : tags.sortedSet]: content };
}

function encodeSortedMap(map: SortedMap, encoding: Encoding): Json {
  encoding.meter?.spend(map.count);
  const content = [encodeOrder(map.order, encoding), encodePairs(map, encoding)];
  return map.hasFieldNames ? { [tags.sortedFields]: content } : { [tags.sortedMap]: content };
}

function encodeOrder({ comparator }: KeyOrder, encoding: Encoding): Json {
  return typeof comparator === "string" ? comparator : at(encoding, ".comparator", comparator);
}

function encodeFunction(value: OpaqueValue, encoding: Encoding): Json {
  encoding.meter?.spend(elementsOfFunction);
  const captured = (held: Value): Json => at(encoding, ".captured", held);
  const encoded =
    value instanceof FunctionValue
      ? encoding.functions?.encodeFunction(value, captured)
      : undefined;
  const opaque =
    encoded === undefined ? encoding.functions?.encodeOpaque?.(value, captured) : undefined;
  if (opaque !== undefined) return { [tags.opaque]: opaque };
  if (encoded === undefined && value.asData !== undefined && !(value instanceof LazySequence))
    return encode(value.asData as Value, encoding);
  if (encoded === undefined)
    throw new EncodingError(
      pathText(encoding.path),
      `a value of type ${typeName(value)} can't be stored: store data instead`,
    );
  if (typeof encoded === "object" && encoded !== null)
    for (const part of Object.values(encoded))
      if (typeof part === "string") encodeText(part, encoding);
  return { [tags.function]: encoded };
}

/**
 * The number of elements that a function counts as, in addition to its source and captured values.
 */
const elementsOfFunction = 4;

function pathText(parts: readonly string[]): string {
  return parts.join("").replace(/^\./, "");
}

function at(encoding: Encoding, part: string, value: Value): Json {
  encoding.path.push(part);
  try {
    return encode(value, encoding);
  } finally {
    encoding.path.pop();
  }
}

function encodeNumber(value: number): Json {
  const special = specialNumberText(value);
  return special === undefined ? value : { [tags.number]: special };
}

function encodeTemporal(value: Temporal): Json {
  const content = value.kind === "duration" ? value.amount : temporalText(value);
  return { [temporalTag(value.kind)]: content };
}

function encodeMap(map: MapValue<Value>, encoding: Encoding): Json {
  encoding.meter?.spend(map.count);
  if (!hasObjectForm(map, encoding.meter)) {
    const pairs = encodePairs(map, encoding);
    return map.hasFieldNames ? { [tags.fields]: pairs } : { [tags.map]: pairs };
  }
  const object: Record<string, Json> = {};
  map.forEach((key, value) => {
    defineField(
      object,
      key instanceof Keyword ? `:${key.text}` : keyText(key),
      at(encoding, `.${keyText(key)}`, value),
    );
  });
  return object;
}

function encodePairs(map: MapValue<Value>, encoding: Encoding): Json[] {
  const pairs: Json[] = [];
  map.forEach((key, value) =>
    pairs.push([at(encoding, ".key", key), at(encoding, `.${keyText(key)}`, value)]),
  );
  return pairs;
}

/**
 * Matches keys that JSON writes with an escape. A map with such a key is written as pairs, because
 * V8 13 and 14 can read an escaped key as another key that was parsed earlier (nodejs/node issue
 * 63785).
 */
// eslint-disable-next-line no-control-regex -- control characters are among those that JSON escapes
const escapedInJson = /["\\\u0000-\u001f\ud800-\udfff]/u;

/**
 * True if the map can be written as an object; see the top of this file. In the object form, a
 * string key marks the map as coming from the host.
 */
function hasObjectForm(map: MapValue<Value>, meter: WorkMeter | undefined): boolean {
  let strings = 0;
  const plain = map.every((key) => {
    if (key instanceof Keyword) return isFieldName(key.text, meter);
    strings++;
    return typeof key === "string" && !/^[:$]/.test(key) && isFieldName(key, meter);
  });
  return plain && !hasIntegerKeyOrder(map) && map.hasFieldNames === strings > 0;
}

/**
 * True if the text can be a field name. Rejects long names, because hosts are slow for objects
 * with many of them; see `native-keys.ts`.
 */
function isFieldName(text: string, meter: WorkMeter | undefined): boolean {
  if (text.length > longestNativeText) return false;
  if (text.length >= 64) meter?.spend(text.length >>> 6);
  return !escapedInJson.test(text);
}

/**
 * True if JavaScript would reorder the keys, because it moves keys like "7" to the front of an
 * object. Such a map is written as pairs to keep its order.
 */
function hasIntegerKeyOrder(map: MapValue<Value>): boolean {
  return map.count > 1 && !map.every((key) => typeof key !== "string" || !/^\d+$/.test(key));
}

function keyText(key: Value): string {
  return key instanceof Keyword ? key.text : typeof key === "string" ? key : "…";
}
