// Converts language values to host data. Keywords become their names, vectors and sets become
// arrays, and maps become plain objects. Properties of those are defined, not assigned, so
// `__proto__` is an ordinary key. The result is always a copy, because the host may change it.
// Copying unfolds shared structure, so the work should be metered.

import { assertKnownOptions } from "../options/known-options.ts";
import { hostFunctionMarker } from "./host-crossing.ts";
import { hostFileOf } from "./host-file.ts";
import { Keyword } from "./keyword.ts";
import { LazySequence } from "./lazy.ts";
import { MapValue } from "./map-value.ts";
import { FunctionValue, type OpaqueValue } from "./opaque.ts";
import { RegexValue } from "./regex.ts";
import { SetValue } from "./set-value.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal, temporalText } from "./temporal.ts";
import { Vector } from "./vector.ts";
import { assertDepth } from "./depth.ts";
import { defineField } from "./define-field.ts";
import { typeName } from "./type-name.ts";
import { NativeKeys } from "./native-keys.ts";
import { workBudget } from "./work-budget.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** `plain`: objects and arrays only. `native`: maps as `Map`, sets as `Set`. */
export type HostCollections = "plain" | "native";

/** The options of `toHost`. */
export interface ToHostOptions {
  readonly collections?: HostCollections;
  /** True to pass host files as themselves, instead of as maps of their fields. */
  readonly keepsFiles?: boolean;
  /**
   * True to convert a lazy sequence to the elements computed so far, and `...` if there may be
   * more, for descriptions. Default: such a sequence is an error, because `...` isn't data.
   */
  readonly showsLazy?: boolean;
  /** Receives the number of elements of each collection before they are copied. */
  readonly meter?: WorkMeter;
  /**
   * Receives the length of each text and key in UTF-16 units. Counts a text once per occurrence.
   */
  readonly texts?: WorkMeter;
}

const optionNames = [
  "collections",
  "keepsFiles",
  "showsLazy",
  "meter",
  "texts",
] satisfies (keyof ToHostOptions)[];

/**
 * Thrown if a value can't be converted: a collection as the key of a plain object, two keys with
 * the same text, or an atom.
 */
export class HostKeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "HostKeyError";
  }
}

/**
 * Converts `value` to a host value. Lazy sequences must be realized before.
 * @throws OptionError for an unknown option; HostKeyError for keys that the host's collection
 * can't hold or can't distinguish; DataDepthError if the data is nested too deep; anything that
 * `options.meter` throws
 */
export function toHost(value: Value, options: ToHostOptions = {}): unknown {
  assertKnownOptions(options, optionNames);
  if (typeof value !== "object" || value === null) return convert(value, options, 0);
  const meter = options.meter ?? workBudget("handing over a value", maximumWork);
  return convert(value, { ...options, meter, keys: undefined }, 0);
}

/** The default work limit for converting one value. */
const maximumWork = 200_000_000;

/** The options of one conversion. */
interface Conversion extends ToHostOptions {
  /** Created when the first map or set is converted. */
  keys?: NativeKeys | undefined;
}

function keysOf(options: Conversion): NativeKeys | undefined {
  return options.meter === undefined ? undefined : (options.keys ??= new NativeKeys(options.meter));
}

function convert(value: Value, options: Conversion, depth: number): unknown {
  if (typeof value === "string") return counted(value, options);
  if (typeof value === "bigint") options.texts?.spend(value.toString(16).length);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Keyword || value instanceof SymbolValue) return counted(value.text, options);
  assertDepth(depth);
  if (value instanceof Vector) return convertVector(value, options, depth);
  if (value instanceof MapValue)
    return (
      (options.keepsFiles === true ? hostFileOf(value) : undefined) ??
      (options.collections === "native"
        ? nativeMap(value, options, depth)
        : plainObject(value, options, depth))
    );
  if (value instanceof SetValue)
    return options.collections === "native"
      ? nativeSet(value, options, depth)
      : convertMembers(value, options, depth);
  if (value instanceof Temporal)
    return value.kind === "instant" ? new Date(value.amount) : temporalText(value);
  return value instanceof RegexValue
    ? counted(value.source, options)
    : convertOpaque(value, options, depth);
}

function counted(text: string, { texts }: ToHostOptions): string {
  texts?.spend(text.length);
  return text;
}

function convertOpaque(value: OpaqueValue, options: Conversion, depth: number): unknown {
  if (value instanceof FunctionValue) return counted(value.printed ?? hostFunctionMarker, options);
  const asData = value.asData as Value | undefined;
  if (options.showsLazy !== true && value instanceof LazySequence && !value.isComputed)
    throw new HostKeyError(
      "a lazy sequence with uncomputed elements cannot leave the program: compute them first, (vec xs)",
    );
  if (asData === undefined)
    throw new HostKeyError(
      `a value of type ${value.typeName} cannot leave the program: take the data out of it first`,
    );
  return convert(asData, options, depth + 1);
}

function convertVector(value: Vector<Value>, options: Conversion, depth: number): unknown[] {
  options.meter?.spend(value.count);
  const items: unknown[] = [];
  for (let index = 0; index < value.count; index++)
    items.push(convert(value.at(index), options, depth + 1));
  return items;
}

function convertMembers(value: SetValue<Value>, options: Conversion, depth: number): unknown[] {
  options.meter?.spend(value.count);
  return value.toArray().map((member) => convert(member, options, depth + 1));
}

function plainObject(value: MapValue<Value>, options: Conversion, depth: number): object {
  options.meter?.spend(value.count);
  const object = {};
  const keys = keysOf(options);
  value.forEach((key, item) => {
    const name = counted(hostKey(key), options);
    keys?.add(name);
    if (Object.hasOwn(object, name)) throw sameText(name);
    defineField(object, name, convert(item, options, depth + 1));
  });
  return object;
}

function nativeMap(
  value: MapValue<Value>,
  options: Conversion,
  depth: number,
): Map<unknown, unknown> {
  options.meter?.spend(value.count);
  const map = new Map<unknown, unknown>();
  const keys = keysOf(options);
  value.forEach((key, item) => {
    const hostedKey = convert(key, options, depth + 1);
    keys?.add(hostedKey);
    if (map.has(hostedKey)) throw sameText(String(hostedKey));
    map.set(hostedKey, convert(item, options, depth + 1));
  });
  return map;
}

function nativeSet(value: SetValue<Value>, options: Conversion, depth: number): Set<unknown> {
  const set = new Set<unknown>();
  const keys = keysOf(options);
  for (const member of convertMembers(value, options, depth)) {
    keys?.add(member);
    // All functions have the same marker, so nothing is lost if two of them become one member.
    if (typeof member === "string" && member !== hostFunctionMarker && set.has(member))
      throw sameText(member);
    set.add(member);
  }
  return set;
}

function sameText(text: string): HostKeyError {
  return new HostKeyError(
    `two keys or members have the same text ${JSON.stringify(text)}: rename one of them`,
  );
}

function hostKey(key: Value): string {
  if (typeof key === "string") return key;
  if (key instanceof Keyword || key instanceof SymbolValue) return key.text;
  if (key === null) return "nil";
  if (typeof key !== "object") return numberKey(key);
  if (key instanceof Temporal) return temporalText(key);
  throw new HostKeyError(
    `a ${typeName(key)} is used as a map key, which a JSON-like result cannot hold: use a string or keyword key, or return a list of pairs`,
  );
}

function numberKey(key: number | bigint | boolean): string {
  if (typeof key !== "number" || Number.isFinite(key)) return String(key);
  return Number.isNaN(key) ? "##NaN" : key > 0 ? "##Inf" : "##-Inf";
}
