// Adds values to the shape of their place. Only a part of large data is looked at: some elements,
// spread over all of a collection, down to a few levels. Nothing of firewalled fields is kept but
// their names.

import {
  HostMap,
  MapValue,
  type SetValue,
  Vector,
  hideFirewalledEntry,
  hidesKey,
  hostFileOf,
  keyName,
  typeName,
  type FieldFirewall,
  type Value,
} from "@ptc/core/values";
import { numberText } from "@ptc/core/printing";
import type { ExcerptCollection } from "../preview/excerpt-parts.ts";
import { dataOf, isCollection } from "../preview/shown-values.ts";
import type { LookBudget } from "./look-budget.ts";
import { mergeInto } from "./merge.ts";
import { emptyShape, type ShapeField, type Lists, type Maps, type Shape } from "./shape.ts";
import { longestKey, mostFields, observeScalar } from "./observe-scalar.ts";
import { spreadOrder } from "./spread-order.ts";

/** Collections that are nested deeper are only counted. */
const deepest = 7;
/** Elements of a list that are looked at: of one that stands in no other, and of those within. */
const mostElements = 1_000;
const mostInnerElements = 12;
/** The lists under the keys of a larger map are as those within others. */
const mostOfRecord = 30;
/** Entries of a larger map that are looked at. */
const mostEntries = 80;
const mostPositions = 12;

/** What looking at data needs to know. */
export interface ObserveOptions {
  readonly budget: LookBudget;
  readonly firewall: FieldFirewall;
  /** What is looked at stands in a list, or in a map of many. */
  readonly isOneOfMany?: boolean;
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
  if (value instanceof MapValue) observeMap((shape.maps ??= emptyMaps(value)), value, look, depth);
  else if (value instanceof Vector)
    observeVector((shape.vectors ??= emptyLists(value.count)), value, look, depth);
  else observeSet((shape.sets ??= emptyLists(value.count)), value, look, depth);
}

function emptyMaps({ count }: MapValue<Value>): Maps {
  return {
    count: 0,
    fewest: count,
    most: count,
    fields: new Map(),
    rest: undefined,
    hasHiddenKeys: false,
    dictionary: undefined,
  };
}

function emptyLists(count: number): Lists {
  return { count: 0, fewest: count, most: count, element: emptyShape(), positions: undefined };
}

function noteCount(of: Maps | Lists, count: number): void {
  of.count++;
  of.fewest = Math.min(of.fewest, count);
  of.most = Math.max(of.most, count);
}

function observeMap(maps: Maps, map: MapValue<Value>, look: ObserveOptions, depth: number): void {
  noteCount(maps, map.count);
  look.budget.spendNames(map.count);
  if (look.firewall.hidesKeys(map)) maps.hasHiddenKeys = true;
  const chosen = chosenIndexes(map.count, mostFields, mostEntries, look.budget);
  const within = map.count > mostOfRecord ? oneOfMany(look) : look;
  const visit = (key: Value, value: Value): void => {
    observeEntry(maps, key, value, within, depth);
  };
  if (chosen !== undefined && map instanceof HostMap) visitNamed(map, chosen, visit);
  else visitEntries(map, chosen, visit);
}

/** Reads the chosen fields of an object of the host, and no others. */
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
 * Which of `count` entries are looked at: all of a few, else some spread over all of them, or those
 * at the beginning where passing the others would take too long. Undefined stands for all.
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
  if (isHidden) {
    shape.seen++;
    shape.hidden++;
  } else observeWithin(shape, value, look, depth);
}

/** The field of a key; undefined when there are too many fields already. */
function fieldFor({ fields }: Maps, key: Value): ShapeField | undefined {
  const name = keyName(key) ?? (typeof key === "number" ? numberText(key) : `(${typeName(key)})`);
  const known = fields.get(name);
  if (known !== undefined) return known;
  if (fields.size >= mostFields || name.length > longestKey) return undefined;
  const field = { present: 0, key, shape: emptyShape() };
  fields.set(name, field);
  return field;
}

/** Scalars are always looked at, collections while the budget lasts. */
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
  if (look.isOneOfMany === true) visit(mostInnerElements, () => Infinity);
  else
    budget.limitedTo(depth === 0 ? Infinity : budget.forList, () => {
      visit(mostElements, () => budget.forElement);
    });
}

function oneOfMany(look: ObserveOptions): ObserveOptions {
  return look.isOneOfMany === true ? look : { ...look, isOneOfMany: true };
}

/**
 * The shapes of the places of short lists that are all as long, without collections in them, such
 * as the rows of a table. Once lists differ, what was seen joins that of their elements.
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
  const few = look.isOneOfMany === true ? mostInnerElements : mostFields;
  const chosen = chosenIndexes(set.count, few, few, look.budget);
  let index = 0;
  let left = chosen?.size ?? set.count;
  set.every((member) => {
    if (chosen !== undefined && !chosen.has(index++)) return true;
    observeWithin(lists.element, member, oneOfMany(look), depth);
    return --left > 0;
  });
}
