// Shortens a value to plain data, for applications that store it or write it as JSON.

import { printValue } from "@ptc/core/printing";
import {
  Keyword,
  MapValue,
  SetValue,
  SymbolValue,
  Temporal,
  Vector,
  toHost,
  type Value,
} from "@ptc/core/values";
import { recordOf, temporalText } from "@ptc/core/internal/values";
import { shortenedValue, type HistoryBounds } from "./shortened-value.ts";

/** Shortened data and its omissions. */
export interface TruncatedValue {
  /** Arrays, plain objects and scalars that share nothing with the original. */
  readonly value: unknown;
  readonly truncated: boolean;
  /**
   * The omissions with their paths: `rows: 97 of 100 elements`, `[0].text: 2000 characters`. Lists
   * at most 10 paths.
   */
  readonly omitted: readonly string[];
}

/**
 * Shortens a language value or host value to plain data of the same structure. Keeps the first
 * elements of lists and the first fields of maps that fit. Keywords become their names, sets become
 * arrays, maps become plain objects, and keys become texts. Long strings and names become strings
 * that end with `...`. Functions and other values that aren't data become their names. Firewalled
 * fields stay, because the code that shows the value hides them.
 * @throws OptionError for an unknown option, or a limit that isn't a number in its range
 */
export function truncateForHistory(value: unknown, bounds: HistoryBounds = {}): TruncatedValue {
  const shortened = shortenedValue(value, bounds);
  return { ...shortened, value: plainData(shortened.value) };
}

/** The value is small and not nested deeply, so it needs no bounds. */
function plainData(value: Value): unknown {
  if (value instanceof Vector || value instanceof SetValue) return value.toArray().map(plainData);
  if (!(value instanceof MapValue)) return toHost(value, { showsLazy: true });
  const names = new Set<string>();
  const fields: [string, unknown][] = [];
  value.forEach((key, item) => {
    const name = fieldName(key, names);
    names.add(name);
    fields.push([name, plainData(item)]);
  });
  return recordOf(fields);
}

/**
 * Returns the key as a field name. If two keys have the same name, such as `:a` and `"a"`, the
 * second one is written as in PTC-Lisp.
 */
function fieldName(key: Value, used: ReadonlySet<string>): string {
  let name = nameOf(key);
  for (let other = printValue(key); used.has(name); other += "'") name = other;
  return name;
}

function nameOf(key: Value): string {
  if (typeof key === "string") return key;
  if (key instanceof Keyword || key instanceof SymbolValue) return key.text;
  return key instanceof Temporal ? temporalText(key) : printValue(key);
}
