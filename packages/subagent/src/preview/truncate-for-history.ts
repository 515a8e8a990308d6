// Shortens a value so that it can be kept for later turns.

import {
  Keyword,
  MapBuilder,
  SetValue,
  SortedMap,
  SortedSet,
  TrieSet,
  Vector,
  keyName,
  type MapValue,
  type Value,
} from "@ptc/core/values";
import { knownOptions } from "../options/option-checks.ts";
import { excerptOf } from "./excerpt.ts";
import type { Excerpt, ExcerptEntry } from "./excerpt-parts.ts";
import { historyNotation } from "./lisp-notation.ts";
import { checkRoom, excerptOfAny } from "./shown-value.ts";

/** How much of a value `truncateForHistory` leaves. */
export interface HistoryBounds {
  /**
   * How many bytes of UTF-8 the value may take when it is written as PTC-Lisp, at least 40; default
   * 1024.
   */
  readonly maxBytes?: number;
}

/** A value that is kept, and what was left out of it. */
export interface TruncatedValue {
  /** A copy that shares nothing with the original. */
  readonly value: Value;
  readonly truncated: boolean;
  /**
   * What is left out, with its place: `rows: 97 of 100 elements`, `[0].text: 2000 characters`. At
   * most 10 places are listed.
   */
  readonly omitted: readonly string[];
}

/**
 * The beginning of a value of the language or of the host, as data of the same structure: the first
 * elements of lists that fit, the first fields of maps, strings and over-long names as strings that
 * end with `...`. Functions and other values that are not data are kept as their name. Firewalled
 * fields stay: code that shows the value hides them.
 * @throws OptionError for an unknown option, and for a bound that is not a number in its range
 */
export function truncateForHistory(value: unknown, bounds: HistoryBounds = {}): TruncatedValue {
  knownOptions(bounds, ["maxBytes"]);
  const { maxBytes = 1024 } = bounds;
  const excerpt = excerptOfAny(value, historyNotation, {
    room: checkRoom("maxBytes", maxBytes),
    maximumItems: Infinity,
    firewall: undefined,
  });
  const omitted: string[] = [];
  noteOmissions(excerpt, "", omitted);
  return { value: valueOf(excerpt), truncated: !excerpt.isWhole, omitted };
}

function valueOf({ shown }: Excerpt): Value {
  switch (shown.kind) {
    case "leaf":
      return shown.value;
    case "entries":
      return mapOf(shown.of, shown.entries);
    case "items": {
      const items = shown.items.map(valueOf);
      return shown.of instanceof SetValue
        ? setOf(shown.of, items)
        : Vector.of(items, shown.of.kind);
    }
  }
}

/**
 * Builds the set from members that are in its order already, without comparing them. A set that is
 * sorted by a function of the program becomes an unsorted one, since that function cannot be called
 * here.
 */
function setOf(source: SetValue<Value>, members: Value[]): Value {
  return source instanceof SortedSet && typeof source.order.comparator === "string"
    ? SortedSet.ofSorted(members, source.order)
    : TrieSet.of(members);
}

function mapOf(source: MapValue<Value>, entries: readonly ExcerptEntry[]): Value {
  const pairs = entries.map(({ key, value }): [Value, Value] => [keyOf(key), valueOf(value)]);
  if (source instanceof SortedMap && typeof source.order.comparator === "string")
    return SortedMap.ofSorted(pairs, source.order).withFieldNames(source.hasFieldNames);
  const builder = new MapBuilder();
  for (const [key, value] of pairs) builder.set(key, value);
  return builder.build(source.hasFieldNames);
}

/** A copy of a key. Keys are kept whole, and were measured before. */
function keyOf(key: Value): Value {
  if (typeof key !== "object" || key === null || key instanceof Keyword) return key;
  return valueOf(
    excerptOf(key, historyNotation, {
      room: Number.MAX_SAFE_INTEGER,
      maximumItems: Infinity,
      firewall: undefined,
    }),
  );
}

const listedPaths = 10;
const longestStep = 40;

function noteOmissions({ shown, isWhole }: Excerpt, path: string, notes: string[]): void {
  if (isWhole || notes.length >= listedPaths) return;
  const note = (what: string): void => {
    notes.push(path === "" ? what : `${path}: ${what}`);
  };
  if (shown.kind === "leaf") {
    note(
      shown.omittedCharacters === 0 ? "all of it" : `${String(shown.omittedCharacters)} characters`,
    );
  } else if (shown.kind === "items") {
    noteCount(shown.items.length, shown.of.count, "elements", note);
    shown.items.forEach((item, index) => {
      noteOmissions(item, `${path}[${String(index)}]`, notes);
    });
  } else {
    noteCount(shown.entries.length, shown.of.count, "fields", note);
    for (const { key, value } of shown.entries)
      noteOmissions(
        value,
        `${path}${path === "" ? "" : "."}${(keyName(key) ?? "…").slice(0, longestStep)}`,
        notes,
      );
  }
}

function noteCount(
  shownCount: number,
  count: number,
  what: string,
  note: (text: string) => void,
): void {
  if (shownCount < count) note(`${String(count - shownCount)} of ${String(count)} ${what}`);
}
