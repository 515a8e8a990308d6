// Merges shapes with the same kind of content, such as the values of a map whose keys are data.

import {
  emptyShape,
  type ShapeField,
  type Lists,
  type Magnitude,
  type Maps,
  type Numbers,
  type Shape,
  type Texts,
} from "./shape.ts";
import { addForm, addMagnitude, addTimes, emptyTexts, mostRows } from "./observe-scalar.ts";
import { Tally } from "./tally.ts";

/** Adds the samples of `from` to `into`. Doesn't change `from`. */
export function mergeInto(into: Shape, from: Shape): void {
  into.seen += from.seen;
  into.nils += from.nils;
  into.hidden += from.hidden;
  into.booleans.addAll(from.booleans);
  into.keywords.addAll(from.keywords);
  into.others.addAll(from.others);
  for (const [kind, times] of from.times) addTimes(into.times, kind, times);
  if (from.numbers !== undefined) into.numbers = mergedNumbers(into.numbers, from.numbers);
  if (from.texts !== undefined) mergeTexts((into.texts ??= emptyTexts()), from.texts);
  into.files += from.files;
  if (from.maps !== undefined) into.maps = mergedMaps(into.maps, from.maps);
  if (from.vectors !== undefined) into.vectors = mergedLists(into.vectors, from.vectors);
  if (from.sets !== undefined) into.sets = mergedLists(into.sets, from.sets);
}

/** Returns the merged shape of all `shapes`. */
export function merged(shapes: Iterable<Shape>): Shape {
  const together = emptyShape();
  for (const shape of shapes) mergeInto(together, shape);
  return together;
}

function mergedNumbers(one: Numbers | undefined, other: Numbers): Numbers {
  const tally = new Tally<number | bigint>();
  if (one !== undefined) tally.addAll(one.tally);
  tally.addAll(other.tally);
  const magnitudes = new Map<number, Magnitude>();
  for (const numbers of [one, other])
    for (const { count, least, greatest } of numbers?.magnitudes.values() ?? [])
      addMagnitude(magnitudes, least, count, least, greatest);
  if (one === undefined) return { ...other, tally, magnitudes };
  return {
    count: one.count + other.count,
    least: one.least < other.least ? one.least : other.least,
    greatest: one.greatest > other.greatest ? one.greatest : other.greatest,
    hasFractions: one.hasFractions || other.hasFractions,
    tally,
    magnitudes,
  };
}

function mergeTexts(into: Texts, from: Texts): void {
  into.longest = Math.max(into.longest, from.longest);
  into.tally.addAll(from.tally);
  for (const [form, texts] of from.forms) {
    addForm(into.forms, form, texts).looks.addAll(texts.looks);
  }
}

function mergedMaps(one: Maps | undefined, other: Maps): Maps {
  const fields = new Map<string, ShapeField>();
  for (const maps of [one, other])
    for (const [name, { present, key, shape }] of maps?.fields ?? []) {
      const known = fields.get(name);
      if (known === undefined) fields.set(name, { present, key, shape: merged([shape]) });
      else {
        known.present += present;
        mergeInto(known.shape, shape);
      }
    }
  const rests = [one?.rest, other.rest].filter((rest) => rest !== undefined);
  const restKeys = [one?.restKeys, other.restKeys].filter((keys) => keys !== undefined);
  const isComplete = one?.isComplete !== false && other.isComplete;
  return {
    count: (one?.count ?? 0) + other.count,
    fewest: Math.min(one?.fewest ?? other.fewest, other.fewest),
    most: Math.max(one?.most ?? other.most, other.most),
    entries: (one?.entries ?? 0) + other.entries,
    sampled: (one?.sampled ?? 0) + other.sampled,
    counted: 0,
    fields,
    rest: rests.length === 0 ? undefined : merged(rests),
    restKeys: restKeys.length === 0 ? undefined : merged(restKeys),
    hasHiddenKeys: one?.hasHiddenKeys === true || other.hasHiddenKeys,
    dictionary: undefined,
    rows: [...(one?.rows ?? []), ...other.rows].slice(0, isComplete ? Infinity : mostRows),
    firewall: other.firewall,
    kinds: undefined,
    isComplete,
  };
}

function mergedLists(one: Lists | undefined, other: Lists): Lists {
  const lists = [one, other].filter((list) => list !== undefined);
  return {
    count: (one?.count ?? 0) + other.count,
    fewest: Math.min(one?.fewest ?? other.fewest, other.fewest),
    most: Math.max(one?.most ?? other.most, other.most),
    total: (one?.total ?? 0) + other.total,
    open: (one?.open ?? 0) + other.open,
    counted: lists.every(({ counted, total }) => counted >= total)
      ? lists.reduce((sum, { counted }) => sum + counted, 0)
      : 0,
    element: merged(lists.flatMap(({ element, positions }) => [element, ...(positions ?? [])])),
    positions: undefined,
  };
}
