// Shortens a value to store it for later programs, which read it as `*1`.

import { shortened } from "@ptc/core/internal/printing";
import { Keyword, SetValue, Vector, type MapValue, type Value } from "@ptc/core/values";
import { MapBuilder, SortedMap, SortedSet, TrieSet, keyName } from "@ptc/core/internal/values";
import { knownOptions } from "../options/option-checks.ts";
import { excerptOf } from "./excerpt.ts";
import type { Excerpt, ExcerptEntry } from "./excerpt-parts.ts";
import { historyNotation } from "./lisp-notation.ts";
import { checkRoom, excerptOfAny } from "./shown-value.ts";

/** The options of `truncateForHistory`. */
export interface HistoryBounds {
  /** The maximum size of the value as PTC-Lisp, in UTF-8 bytes, at least 40; default 1,024. */
  readonly maxBytes?: number;
}

/** A shortened value and its omissions. */
export interface ShortenedValue {
  /** A copy that shares nothing with the original. */
  readonly value: Value;
  readonly truncated: boolean;
  /**
   * The omissions with their paths: `rows: 97 of 100 elements`, `[0].text: 2000 characters`. Lists
   * at most 10 paths.
   */
  readonly omitted: readonly string[];
}

/**
 * Shortens a language value or host value to a language value of the same structure.
 * @throws OptionError for an unknown option, or a limit that isn't a number in its range
 */
export function shortenedValue(value: unknown, bounds: HistoryBounds = {}): ShortenedValue {
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
 * Builds the set from members that are already in its order, without comparing them. A set sorted
 * by a function of the program becomes unsorted, because that function can't be called here.
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

/** Copies a key. Keys are stored completely, and their size was checked before. */
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
    const { count, hasFieldNames } = shown.of;
    noteCount(shown.entries.length, count, hasFieldNames ? "fields" : "entries", note);
    for (const { key, value } of shown.entries)
      noteOmissions(
        value,
        `${path}${path === "" ? "" : "."}${shortened(keyName(key) ?? "…", longestStep)}`,
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
