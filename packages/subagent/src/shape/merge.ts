// Merges shapes with the same kind of content, such as the values of a map whose keys are data.

import {
  emptyShape,
  type ShapeField,
  type Lists,
  type Maps,
  type Numbers,
  type Shape,
  type Texts,
} from "./shape.ts";
import { addForm, addTimes, mostRows } from "./observe-scalar.ts";
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
  if (one === undefined) return { ...other, tally };
  return {
    count: one.count + other.count,
    least: one.least < other.least ? one.least : other.least,
    greatest: one.greatest > other.greatest ? one.greatest : other.greatest,
    hasFractions: one.hasFractions || other.hasFractions,
    tally,
  };
}

function emptyTexts(): Texts {
  return { longest: 0, forms: new Map(), tally: new Tally() };
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
  return {
    count: (one?.count ?? 0) + other.count,
    fewest: Math.min(one?.fewest ?? other.fewest, other.fewest),
    most: Math.max(one?.most ?? other.most, other.most),
    fields,
    rest: rests.length === 0 ? undefined : merged(rests),
    hasHiddenKeys: one?.hasHiddenKeys === true || other.hasHiddenKeys,
    dictionary: undefined,
    rows: [...(one?.rows ?? []), ...other.rows].slice(0, mostRows),
    firewall: other.firewall,
    kinds: undefined,
  };
}

function mergedLists(one: Lists | undefined, other: Lists): Lists {
  const lists = [one, other].filter((list) => list !== undefined);
  return {
    count: (one?.count ?? 0) + other.count,
    fewest: Math.min(one?.fewest ?? other.fewest, other.fewest),
    most: Math.max(one?.most ?? other.most, other.most),
    total: (one?.total ?? 0) + other.total,
    counted: 0,
    rare: 0,
    element: merged(lists.flatMap(({ element, positions }) => [element, ...(positions ?? [])])),
    positions: undefined,
  };
}
