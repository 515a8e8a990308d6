// Relations, which are collections of maps: `rename-keys`, `project`, `index`, `join` and others
// from `clojure.set`.

import { MapValue, SetValue, Vector, getField, type Value } from "@ptc/core/values";
import {
  MapBuilder,
  TrieSet,
  isTruthy,
  presentKey,
  type TrieMap,
  asFields,
  collectedKey,
} from "@ptc/core/internal/values";
import { call1 } from "../../functions/callable.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { isOfFields } from "../../sequence/fields.ts";
import { findEntry } from "../../sequence/lookup.ts";
import { eachElement } from "../../sequence/each-element.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { mapOrNone } from "./keyed-elements.ts";
import { merge } from "./map-merging.ts";
import { erase, write } from "./map-writing.ts";
import { setLike, setOf, writeMerged } from "./conjoin.ts";
import { mapOfEntries } from "./map-of-entries.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { needsTurn, stepEndsTurn } from "../../sequence/turn-checks.ts";

/** Returns `map` with some keys renamed; `names` maps old keys to new ones. */
export function renameKeys(branch: Branch, map: Value, names: Value): Value {
  if (map === null) return null;
  const source = mapOrNone(map, "rename-keys");
  const renames = mapOrNone(names, "rename-keys");
  let renamed: Value = source;
  renames.forEach((key) => {
    renamed = erase(branch, renamed, key, "rename-keys");
  });
  renames.forEach((key, name) => {
    if (--branch.ticks < 0) branch.refill();
    renamed = renamedKey(branch, source, renamed, key, name);
  });
  return renamed;
}

/** Writes the value that `source` has at `key` to `renamed` at `name`. */
function renamedKey(
  branch: Branch,
  source: MapValue<Value>,
  renamed: Value,
  key: Value,
  name: Value,
): Value {
  const value = getField(source, key, branch);
  if (value === undefined) return renamed;
  return renamed instanceof MapValue && renamed.hasFieldNames
    ? // The new names may be those of two fields.
      writeMerged(branch, renamed, collectedKey(renamed, name, branch), value)
    : write(branch, renamed, name, value, "rename-keys");
}

/** Fewer renames don't need turns. */
const manyRenames = 256;

/** Like `renameKeys`, but lets the host have turns. */
export function renameManyKeys(branch: Branch, map: Value, names: Value): Result {
  if (!(map instanceof MapValue && names instanceof MapValue && names.count > manyRenames))
    return renameKeys(branch, map, names);
  const renames: Value[] = [];
  names.forEach((key, name) => renames.push(key, name));
  const without = (left: Value, key: Value): Value => erase(branch, left, key, "rename-keys");
  const withName = (renamed: Value, key: Value, name: Value): Value => {
    if (--branch.ticks < 0) branch.refill();
    return renamedKey(branch, map, renamed, key, name);
  };
  return after(eachRename(branch, renames, map, without, 0), (left) =>
    eachRename(branch, renames, left, withName, 0),
  );
}

/** Changes `before` for each rename from `start` on; `renames` alternates old and new names. */
function eachRename(
  branch: Branch,
  renames: readonly Value[],
  before: Value,
  change: (value: Value, key: Value, name: Value) => Value,
  start: number,
): Result {
  let changed = before;
  for (let index = start; index < renames.length; index += 2) {
    changed = change(changed, renames[index] ?? null, renames[index + 1] ?? null);
    if ((index + 2) % manyRenames === 0 && needsTurn(branch))
      return branch.inNextTurn(eachRename, branch, renames, changed, change, index + 2);
  }
  return changed;
}

/** Applies `change` to every map of a relation and returns a set. */
export function eachRow(
  branch: Branch,
  relation: Value,
  operation: string,
  change: (row: Value) => Result,
): Result {
  const rows = elementsOf(branch, relation, operation);
  branch.charge(bytesOfVector + rows.count * 8);
  const changed: Value[] = [];
  return eachElement(branch, rows, {
    compute: change,
    take: (row) => changed.push(row) > 0,
    finish: () => setOf(branch, Vector.ofGrown(changed)),
  });
}

export function invert(branch: Branch, map: Value): Result {
  const source =
    map === null || map instanceof MapValue
      ? mapOrNone(map, "map-invert")
      : mapOfEntries(branch, elementsOf(branch, map, "map-invert"), "map-invert");
  branch.charge(64 + source.count * 48);
  const entries: Value[] = [];
  source.forEach((key, value) => entries.push(key, value));
  return inverted(branch, entries, new MapBuilder(branch), 0);
}

/** `entries` alternates keys and values. */
function inverted(
  branch: Branch,
  entries: readonly Value[],
  made: MapBuilder,
  start: number,
): Result {
  for (let index = start; index < entries.length; index += 2) {
    const isOver = stepEndsTurn(branch);
    made.set(entries[index + 1] ?? null, entries[index] ?? null);
    if (isOver) return branch.inNextTurn(inverted, branch, entries, made, index + 2);
  }
  return made.build();
}

/** Returns the members of a set for which `predicate` is true. */
export function select(branch: Branch, predicate: Value, set: Value): Result {
  if (set === null) return null;
  if (!(set instanceof SetValue))
    throw wrongType(
      "clojure.set/select",
      "a set",
      set,
      "for other collections use (filter pred coll)",
    );
  const members = elementsOf(branch, set, "clojure.set/select");
  const matching: Value[] = [];
  return eachElement(branch, members, {
    compute: (member) => call1(branch, predicate, member),
    take: (holds, member) => {
      if (isTruthy(holds)) matching.push(member);
      return true;
    },
    finish: () => setLike(branch, set, Vector.of(matching)),
  });
}

/**
 * Returns the entries of the existing keys, in the given spelling. So rows from the host and rows
 * of the program with equal values are in one group.
 */
function valuesAt(branch: Branch, row: Value, keys: Vector<Value>): TrieMap {
  branch.charge(64 + keys.count * 48);
  const values = new MapBuilder(branch);
  for (const key of keys) {
    if (--branch.ticks < 0) branch.refill();
    const entry = findEntry(branch, row, key, "clojure.set/index");
    if (entry !== null) values.set(key, entry.at(1));
  }
  return values.build(isOfFields(row));
}

/** Groups rows by their values of `keys`: returns a map from those values to sets of rows. */
export function index(branch: Branch, relation: Value, keys: Value): Result {
  const rows = elementsOf(branch, relation, "clojure.set/index");
  branch.charge(64);
  const groups = new MapBuilder(branch);
  const names = elementsOf(branch, keys, "clojure.set/index");
  return eachElement(branch, rows, {
    compute: (row) => valuesAt(branch, row, names),
    take: (key, row) => {
      branch.charge(192);
      const group = groups.get(key);
      groups.set(key, (group instanceof SetValue ? group : TrieSet.of([])).add(row, branch));
      return true;
    },
    finish: () => groups.build(),
  });
}

/**
 * Joins the rows of both relations whose values are equal at the shared keys, or at the keys that
 * `pairs` names.
 */
export function join(branch: Branch, left: Value, right: Value, pairs: Value | undefined): Result {
  const [leftRows, rightRows] = [
    elementsOf(branch, left, "clojure.set/join"),
    elementsOf(branch, right, "clojure.set/join"),
  ];
  if (leftRows.count === 0 || rightRows.count === 0) return TrieSet.of([]);
  const names =
    pairs === undefined
      ? sharedKeys(branch, leftRows.at(0), rightRows.at(0))
      : mapOrNone(pairs, "clojure.set/join");
  const [leftKeys, rightKeys] = [Vector.of(names.keys()), Vector.of(valuesOf(names))];
  return after(index(branch, rightRows, rightKeys), (found) => {
    const joined: Value[] = [];
    return eachElement(branch, leftRows, {
      compute(row) {
        const matches = (found as MapValue<Value>).find(
          renameKeys(branch, valuesAt(branch, row, leftKeys).withFieldNames(false), names),
          branch,
        );
        return matches instanceof SetValue
          ? joinedWith(branch, row, matches.toArray(), joined, 0)
          : null;
      },
      take: () => true,
      finish: () => setOf(branch, Vector.of(joined)),
    });
  });
}

/** The joined rows that are made between two readings of the clock. */
const rowsBetweenChecks = 256;

/** Adds `row` merged with each match from `start` on to `joined`. */
function joinedWith(
  branch: Branch,
  row: Value,
  matches: readonly Value[],
  joined: Value[],
  start: number,
): Result {
  for (let index = start; index < matches.length; index++) {
    joined.push(merge(branch, [matches[index] ?? null, row]));
    if ((index + 1) % rowsBetweenChecks === 0 && needsTurn(branch))
      return branch.inNextTurn(joinedWith, branch, row, matches, joined, index + 1);
  }
  return null;
}

/**
 * Returns the keys that both rows have, from those of `left` to those of `right`. If one row is a
 * map of fields, a keyword and the field of its name are the same key.
 */
function sharedKeys(branch: Branch, left: Value, right: Value): MapValue<Value> {
  const [leftRow, rightRow] = [left, right].map((row) => mapOrNone(row, "clojure.set/join"));
  const names = new MapBuilder(branch);
  if (leftRow === undefined || rightRow === undefined) return names.build();
  const [ofLeft, ofRight] =
    leftRow.hasFieldNames || rightRow.hasFieldNames
      ? [asFields(leftRow), asFields(rightRow)]
      : [leftRow, rightRow];
  ofLeft.forEach((key) => {
    if (--branch.ticks < 0) branch.refill();
    const other = presentKey(ofRight, key, branch);
    if (other !== undefined) names.set(key, other);
  });
  return names.build();
}

function valuesOf(map: MapValue<Value>): Value[] {
  const values: Value[] = [];
  map.forEach((_, value) => values.push(value));
  return values;
}
