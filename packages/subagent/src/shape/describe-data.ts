// Describes values for a model that has not seen them: in one line without any of their contents,
// or in some lines with kinds, bounds, frequent values and examples of each place.

import type { Firewall } from "@ptc/core/firewall";
import {
  DataDepthError,
  MapValue,
  SetValue,
  Vector,
  firewalledMarker,
  hostFileOf,
  typeName,
  type Value,
} from "@ptc/core/values";
import { dataOf } from "../preview/shown-values.ts";
import { asDictionary, kindOf } from "./dictionary.ts";
import { LookBudget } from "./look-budget.ts";
import { observe } from "./observe.ts";
import { emptyShape, type Shape } from "./shape.ts";
import { shownName } from "./shown-name.ts";
import { elementWords, fieldTexts, partSeen, shapeWords, type Writing } from "./write-shape.ts";

/** What is looked at for a line. */
const valuesOfLine = 400;
const roomOfLine = 300;

/** What was seen of `value`. */
export function shapeOf(value: Value, firewall: Firewall, budget: LookBudget): Shape {
  const shape = emptyShape();
  budget.forPart(() => {
    observe(shape, value, { budget, firewall });
  });
  return shape;
}

/**
 * One line such as `vector of 120 maps {id, lines [{sku, qty}]}`, which may stand outside of data
 * envelopes: it has names of fields, and nothing of what stands in them. Keys that are data are not
 * listed: `map of 90`.
 */
export function outlineOf(
  value: Value,
  firewall: Firewall,
  budget: LookBudget = new LookBudget(1, valuesOfLine),
): string {
  const given = dataOf(value);
  const shape = shapeSeen(given, firewall, budget);
  const title = titleOf(given, shape);
  for (const fields of [20, 10, 5]) {
    const names = namesOf(shape, { ...namesOnly, fields, name: masked(firewall) });
    if (names.length <= roomOfLine) return names === "" ? title : `${title} ${names}`;
  }
  return title;
}

/** What was seen before data was met that cannot be read, such as a Map of the host in itself. */
function shapeSeen(value: Value, firewall: Firewall, budget: LookBudget): Shape {
  try {
    return shapeOf(value, firewall, budget);
  } catch (error) {
    if (error instanceof DataDepthError) return emptyShape();
    throw error;
  }
}

const masked =
  (firewall: Firewall) =>
  (name: string): string =>
    shownName(firewall.maskValues(name));

/** `vector of 120 maps`, `map of 90`, `number`. */
export function titleOf(value: Value, shape: Shape): string {
  if (value instanceof Vector) {
    if (value.count === 0) return "empty vector";
    return `vector of ${String(value.count)}${elementKind(shape, value.count)}`;
  }
  if (value instanceof SetValue) return `set of ${String(value.count)}`;
  if (!(value instanceof MapValue)) return typeof value === "string" ? "text" : typeName(value);
  if (hostFileOf(value) !== undefined) return "file";
  if (value.count === 0) return "map with no keys";
  if (shape.maps === undefined) return `map of ${String(value.count)}`;
  if (shape.maps.hasHiddenKeys)
    return `map of ${String(value.count)}, each key ${firewalledMarker}`;
  return asDictionary(shape.maps) === undefined ? "map" : `map of ${String(value.count)}`;
}

/** Says of a large vector that what is told of it was seen in a part. */
export function lookedAt({ vectors }: Shape): string {
  return vectors === undefined ? "" : partSeen(vectors);
}

function elementKind({ vectors }: Shape, count: number): string {
  if (vectors === undefined) return "";
  const shapes = [vectors.element, ...(vectors.positions ?? [])].filter(({ seen }) => seen > 0);
  const [kind, ...others] = new Set(shapes.map(kindOf));
  const isOne = kind !== undefined && others.length === 0 && /^[a-z]+$/.test(kind);
  if (!isOne) return "";
  return ` ${count === 1 ? kind.slice(0, -1) : kind}`;
}

/** The fields of a map, or of the maps in a list; nothing for what has none. */
function namesOf({ maps, vectors }: Shape, writing: Writing): string {
  const whole = maps ?? vectors?.element.maps;
  if (whole === undefined || whole.most === 0 || asDictionary(whole) !== undefined) return "";
  return `{${fieldTexts(whole, writing).join(", ")}}`;
}

const namesOnly = { kinds: false, values: 0, example: 0 };

/** How much is told of each place, from everything to little. */
const details: readonly Omit<Writing, "name">[] = [
  { kinds: true, values: 12, example: 100, fields: 100 },
  { kinds: true, values: 12, example: 40, fields: 100 },
  { kinds: true, values: 6, example: 24, fields: 60 },
  { kinds: true, values: 3, example: 12, fields: 50 },
  { kinds: true, values: 0, example: 0, fields: 50 },
  { ...namesOnly, fields: 60 },
  { ...namesOnly, fields: 20 },
  { ...namesOnly, fields: 8 },
  { ...namesOnly, fields: 3 },
];

/**
 * What stands at each place of a shape, in at most `room` characters: a line for each field of a
 * map, or of the maps in a list. It holds values of the data and belongs into an envelope.
 */
export function describeShape(shape: Shape, room: number): string {
  const versions: (readonly string[])[] = [];
  for (const detail of details) {
    const lines = linesOf(shape, { ...detail, name: shownName });
    const text = lines.join(detail.kinds ? "\n" : ", ");
    if (text.length <= room)
      return detail.kinds ? withMoreOf(lines, versions, room - text.length) : text;
    versions.push(lines);
  }
  return "too much to be described";
}

/**
 * The kinds of values at each place of a shape, on one line: no value and no bound, and no key that
 * is data. Names of fields may still be anything, so it belongs into an envelope.
 */
export function describeKinds(shape: Shape, room: number): string {
  for (const detail of details.filter(({ values, example }) => values === 0 && example === 0)) {
    const text = shapeWords(shape, { ...detail, name: shownName });
    if (text.length <= room) return text;
  }
  return "too much to be described";
}

/** `lines`, each with more detail where what is left of the room allows it. */
function withMoreOf(
  lines: readonly string[],
  longer: readonly (readonly string[])[],
  left: number,
): string {
  let room = left;
  return lines
    .map((line, index) => {
      const better = longer
        .map((version) => version[index])
        .find((text) => text !== undefined && text.length - line.length <= room);
      if (better === undefined) return line;
      room -= better.length - line.length;
      return better;
    })
    .join("\n");
}

/** A line for each field, or one for what has none. */
function linesOf(shape: Shape, writing: Writing): readonly string[] {
  const { maps, vectors } = shape;
  const rows = vectors?.element.maps;
  const record = maps ?? rows;
  const isAll = maps !== undefined || rows?.count === vectors?.element.seen;
  if (record === undefined || !isAll)
    return [
      maps === undefined && vectors !== undefined && shape.seen === 1
        ? `[${elementWords(vectors, writing)}]`
        : shapeWords(shape, writing),
    ];
  if (asDictionary(record) !== undefined)
    return [
      shapeWords(maps === undefined && vectors !== undefined ? vectors.element : shape, writing),
    ];
  return fieldTexts(record, writing);
}
