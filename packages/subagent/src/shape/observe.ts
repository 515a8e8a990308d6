// Adds values to the shape of their field. Samples only a part of large data: some elements, spread
// over each collection, and a few levels. Stores no contents of firewalled fields, only their
// names.

import {
  MapValue,
  type SetValue,
  Vector,
  typeName,
  type FieldFirewall,
  type Value,
} from "@ptc/core/values";
import { HostMap, hideFirewalledEntry, hidesKey, hostFileOf } from "@ptc/core/internal/values";
import type { ExcerptCollection } from "../preview/excerpt-parts.ts";
import { isOpenEnded } from "../preview/open-ended.ts";
import { dataOf, isCollection } from "../preview/shown-values.ts";
import { LookBudget } from "./look-budget.ts";
import { mergeInto } from "./merge.ts";
import {
  emptyShape,
  type Lists,
  type Maps,
  type RowKinds,
  type Shape,
  type ShapeField,
} from "./shape.ts";
import { longestKey, mostFields, mostRows, nameOf, observeScalar } from "./observe-scalar.ts";
import type { SampledCollection } from "./count-rows.ts";
import { rowKinds } from "./row-kinds.ts";
import { spreadOrder } from "./spread-order.ts";

/** Deeper collections are only counted. */
export const deepest = 7;
/** The number of sampled elements of an outer list, and of lists within lists. */
const mostElements = 1_000;
const mostInnerElements = 12;
/** Lists in maps with more entries are sampled like lists within lists. */
const mostOfRecord = 30;
/** The number of sampled entries of a larger map. */
const mostEntries = 80;
const mostPositions = 12;
/** The number of values to sample again for kinds of rows. */
const valuesOfKinds = 10_000;
const depthOfRows = 2;

/** The options for sampling data. */
export interface ObserveOptions {
  readonly budget: LookBudget;
  readonly firewall: FieldFirewall;
  /** True if the data is in a list or in a large map. */
  readonly isOneOfMany?: boolean;
  /** True if the data is small enough to examine all of it. */
  readonly isComplete?: boolean;
  /** Receives the collections outside of lists, whose values can be counted afterwards. */
  readonly partial?: SampledCollection[];
}

export function observe(shape: Shape, given: Value, look: ObserveOptions, depth = 0): void {
  look.budget.spend(1);
  shape.seen++;
  const value = dataOf(given);
  if (isCollection(value)) observeCollection(shape, value, look, depth);
  else observeScalar(shape, value);
}

function observeCollection(
  shape: Shape,
  value: ExcerptCollection,
  look: ObserveOptions,
  depth: number,
): void {
  if (depth >= deepest) {
    shape.others.add(typeName(value));
    return;
  }
  if (hostFileOf(value) !== undefined) shape.files++;
  if (value instanceof MapValue)
    observeMap((shape.maps ??= emptyMaps(value, look)), value, look, depth);
  else if (value instanceof Vector) {
    const elements = isOpenEnded(value) ? value.slice(0, value.count - 1) : value;
    const vectors = (shape.vectors ??= emptyLists(elements.count));
    if (elements !== value) vectors.open++;
    observeVector(vectors, elements, look, depth);
  } else observeSet((shape.sets ??= emptyLists(value.count)), value, look, depth);
}

function emptyMaps({ count }: MapValue<Value>, { firewall }: ObserveOptions): Maps {
  return {
    count: 0,
    fewest: count,
    most: count,
    entries: 0,
    sampled: 0,
    counted: 0,
    fields: new Map(),
    rest: undefined,
    restKeys: undefined,
    hasHiddenKeys: false,
    dictionary: undefined,
    rows: [],
    firewall,
    kinds: undefined,
    isComplete: true,
  };
}

function emptyLists(count: number): Lists {
  return {
    count: 0,
    fewest: count,
    most: count,
    total: 0,
    open: 0,
    element: emptyShape(),
    counted: 0,
    positions: undefined,
  };
}

function noteCount(of: Maps | Lists, count: number): void {
  of.count++;
  of.fewest = Math.min(of.fewest, count);
  of.most = Math.max(of.most, count);
}

function observeMap(maps: Maps, map: MapValue<Value>, look: ObserveOptions, depth: number): void {
  const { count } = map;
  noteCount(maps, count);
  if (look.isComplete !== true) maps.isComplete = false;
  if (look.isComplete === true || maps.rows.length < mostRows) maps.rows.push(map);
  look.budget.spendNames(count);
  if (look.firewall.hidesKeys(map)) maps.hasHiddenKeys = true;
  const chosen =
    look.isComplete === true
      ? undefined
      : chosenIndexes(count, mostFields, mostEntries, look.budget);
  maps.entries += count;
  maps.sampled += chosen?.size ?? count;
  const within = map.count > mostOfRecord ? oneOfMany(look) : look;
  const visit = (key: Value, value: Value): void => {
    observeEntry(maps, key, value, within, depth);
  };
  if (chosen !== undefined && map instanceof HostMap) visitNamed(map, chosen, visit);
  else visitEntries(map, chosen, visit);
  if (count > mostOfRecord && look.isOneOfMany !== true && look.isComplete !== true)
    look.partial?.push({ of: maps, collection: map });
}

/**
 * Adds a row that was noticed while counting, to find kinds of rows, and the fields that no sampled
 * row has.
 */
export function addRow(maps: Maps, row: MapValue<Value>, look: ObserveOptions): void {
  maps.rows.push(row);
  visitEntries(row, undefined, (key, value) => {
    const known = maps.fields.get(nameOf(key));
    if (known === undefined || known.isNew === true) {
      observeEntry(maps, key, value, look, depthOfRows);
      const added = maps.fields.get(nameOf(key));
      if (added !== undefined) added.isNew = true;
    }
  });
}

/** Reads only the chosen fields of a host object. */
function visitNamed(
  map: HostMap,
  indexes: ReadonlySet<number>,
  visit: (key: Value, value: Value) => void,
): void {
  const names = map.fieldNames();
  for (const index of [...indexes].sort((one, other) => one - other)) {
    const name = names[index];
    if (name !== undefined && name.length <= longestKey) visit(name, map.find(name) ?? null);
  }
}

function visitEntries(
  map: MapValue<Value>,
  indexes: ReadonlySet<number> | undefined,
  visit: (key: Value, value: Value) => void,
): void {
  let index = 0;
  let left = indexes?.size ?? map.count;
  map.every((key, value) => {
    if (indexes !== undefined && !indexes.has(index++)) return true;
    visit(key, value);
    return --left > 0;
  });
}

/**
 * Chooses which of `count` entries to sample: all if there are few, otherwise some that are spread
 * over all of them. Chooses the first ones if skipping the others would take too long. Undefined
 * means all.
 */
function chosenIndexes(
  count: number,
  few: number,
  chosen: number,
  budget: LookBudget,
): ReadonlySet<number> | undefined {
  if (count <= few) return undefined;
  return budget.mayPass(count)
    ? new Set(spreadOrder(count, chosen))
    : new Set(Array.from({ length: chosen }, (_, index) => index));
}

function observeEntry(
  maps: Maps,
  key: Value,
  value: Value,
  look: ObserveOptions,
  depth: number,
): void {
  const field = maps.hasHiddenKeys ? undefined : fieldFor(maps, key);
  if (field !== undefined) field.present++;
  const isHidden = hidesKey(look.firewall, key);
  const shape = field?.shape ?? (isHidden ? undefined : (maps.rest ??= emptyShape()));
  if (shape === undefined) return;
  if (field === undefined && !maps.hasHiddenKeys) {
    const keys = (maps.restKeys ??= emptyShape());
    keys.seen++;
    observeScalar(keys, key);
  }
  if (isHidden) {
    shape.seen++;
    shape.hidden++;
  } else observeWithin(shape, value, look, depth);
}

/** Returns the field of a key, or undefined if there are already too many fields. */
function fieldFor({ fields }: Maps, key: Value): ShapeField | undefined {
  const name = nameOf(key);
  const known = fields.get(name);
  if (known !== undefined) return known;
  if (fields.size >= mostFields || name.length > longestKey) return undefined;
  const field = { present: 0, key, shape: emptyShape() };
  fields.set(name, field);
  return field;
}

/** Samples scalars always, and collections while the budget lasts. */
function observeWithin(shape: Shape, value: Value, look: ObserveOptions, depth: number): void {
  if (isCollection(value) && look.budget.isSpent && shape.seen > 0) return;
  observe(shape, value, look, depth + 1);
}

function observeVector(
  lists: Lists,
  given: Vector<Value>,
  look: ObserveOptions,
  depth: number,
): void {
  const { budget, firewall } = look;
  const vector = hideFirewalledEntry(given, firewall);
  const { count } = vector;
  noteCount(lists, count);
  lists.total += count;
  const positions = positionsFor(lists, vector);
  if (positions !== undefined) {
    positions.forEach((shape, index) => {
      observe(shape, vector.at(index), look, depth + 1);
    });
    return;
  }
  const visit = (most: number, limit: () => number): void => {
    const within = oneOfMany(look);
    for (const index of spreadOrder(count, most)) {
      if (budget.isSpent && lists.element.seen > 0) return;
      budget.limitedTo(limit(), () => {
        observeWithin(lists.element, vector.at(index), within, depth);
      });
    }
  };
  if (look.isComplete === true) visit(Infinity, () => Infinity);
  else if (look.isOneOfMany === true) visit(mostInnerElements, () => Infinity);
  else
    budget.limitedTo(depth === 0 ? Infinity : budget.forList, () => {
      visit(mostElements, () => budget.forElement);
      look.partial?.push({ of: lists, collection: vector });
    });
}

/** Returns the kinds of rows among the maps, or undefined. Call it after sampling. */
export function kindsOfRows(maps: Maps): RowKinds | undefined {
  if (maps.kinds === undefined) {
    const { firewall, isComplete } = maps;
    const budget = new LookBudget(1, isComplete ? Infinity : valuesOfKinds, 0);
    const look = { budget, firewall, isOneOfMany: true, isComplete };
    const kinds = budget.forPart(() =>
      rowKinds(maps, (shape, value) => {
        observeWithin(shape, value, look, depthOfRows);
      }),
    );
    maps.kinds = kinds ?? "none";
  }
  return maps.kinds === "none" ? undefined : maps.kinds;
}

function oneOfMany(look: ObserveOptions): ObserveOptions {
  return look.isOneOfMany === true ? look : { ...look, isOneOfMany: true };
}

/**
 * Returns the shapes by position for short lists of equal length without nested collections, such
 * as table rows. When lists differ, these shapes are merged into the element shape.
 */
function positionsFor(lists: Lists, vector: Vector<Value>): readonly Shape[] | undefined {
  const isRow =
    vector.count >= 2 &&
    vector.count <= mostPositions &&
    vector.toArray().every((item) => typeof item !== "object" || item === null);
  if (isRow && lists.count === 1) {
    lists.positions = Array.from({ length: vector.count }, emptyShape);
  } else if (lists.positions !== undefined && (!isRow || lists.positions.length !== vector.count)) {
    for (const shape of lists.positions) mergeInto(lists.element, shape);
    lists.positions = undefined;
  }
  return lists.positions;
}

function observeSet(lists: Lists, set: SetValue<Value>, look: ObserveOptions, depth: number): void {
  noteCount(lists, set.count);
  lists.total += set.count;
  const few = look.isOneOfMany === true ? mostInnerElements : mostFields;
  const chosen =
    look.isComplete === true ? undefined : chosenIndexes(set.count, few, few, look.budget);
  let index = 0;
  let left = chosen?.size ?? set.count;
  set.every((member) => {
    if (chosen !== undefined && !chosen.has(index++)) return true;
    observeWithin(lists.element, member, oneOfMany(look), depth);
    return --left > 0;
  });
}
