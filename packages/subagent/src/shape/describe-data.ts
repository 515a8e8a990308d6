// Describes values for a model that hasn't seen them. One line describes them without any contents.
// Several lines show the kinds, ranges, frequent values and examples of each field.

import type { Firewall } from "@ptc/core/firewall";
import {
  DataDepthError,
  LazySequence,
  MapValue,
  SetValue,
  Vector,
  typeName,
  type FieldFirewall,
  type Value,
} from "@ptc/core/values";
import { firewalledMarker, hostFileOf } from "@ptc/core/internal/values";
import { isOpenEnded } from "../preview/open-ended.ts";
import { dataOf } from "../preview/shown-values.ts";
import { countRows, type SampledCollection } from "./count-rows.ts";
import { costOfAll } from "./data-size.ts";
import { asDictionary, kindOf } from "./dictionary.ts";
import { LookBudget } from "./look-budget.ts";
import { addRow, deepest, observe } from "./observe.ts";
import { emptyShape, type Shape } from "./shape.ts";
import { shownName } from "./shown-name.ts";
import { elementWords, fieldTexts, partSeen, shapeWords, type Writing } from "./write-shape.ts";

/** The number of values to sample for a line. */
const valuesOfLine = 400;
const roomOfLine = 300;

/** Samples `value` and returns its shape. */
export function shapeOf(value: Value, firewall: Firewall, budget: LookBudget): Shape {
  return shapeOfAll([() => value], firewall, budget);
}

/** Samples all values for one shape. Each has its part of the budget. */
export function shapeOfAll(
  values: readonly (() => Value)[],
  firewall: FieldFirewall,
  budget: LookBudget,
): Shape {
  const shape = emptyShape();
  const partial: SampledCollection[] = [];
  for (const value of values)
    budget.forPart(() => {
      const data = value();
      const isComplete = budget.affordsAll((most) => costOfAll(data, firewall, most, deepest));
      observe(shape, data, { budget, firewall, isComplete, partial });
    });
  countRows(partial, budget, (maps, row) => {
    budget.limitedTo(valuesOfNewRow, () => {
      addRow(maps, row, { budget, firewall, isOneOfMany: true });
    });
  });
  return shape;
}

/** The number of values to sample of a row with a rare value. */
const valuesOfNewRow = 100;

/**
 * Returns one line such as `vector of 120 maps {id, lines [{sku, qty}]}`. It can be shown outside
 * of data envelopes, because it contains field names but no values. Keys that are data aren't
 * listed: `map of 90`.
 */
export function outlineOf(
  value: Value,
  firewall: Firewall,
  budget: LookBudget = new LookBudget(1, valuesOfLine, 0),
): string {
  const given = dataOf(value);
  if (value instanceof LazySequence && given instanceof Vector)
    return lazyOutline(given, (elements) => outlineOf(elements, firewall, budget));
  const shape = shapeSeen(given, firewall, budget);
  const title = titleOf(given, shape);
  for (const fields of [20, 10, 5]) {
    const names = namesOf(shape, { ...namesOnly, fields, name: masked(firewall) });
    if (names.length <= roomOfLine) return names === "" ? title : `${title} ${names}`;
  }
  return title;
}

/**
 * Returns the outline of a lazy sequence with the elements so far and, if there may be more, `...`:
 * `lazy sequence of 3 maps {id} …`. Computes nothing.
 */
function lazyOutline(shown: Vector<Value>, outline: (elements: Vector<Value>) => string): string {
  const isCut = isOpenEnded(shown);
  const elements = isCut ? shown.slice(0, shown.count - 1) : shown;
  if (elements.count === 0) return isCut ? "lazy sequence …" : "empty sequence";
  const text = outline(elements).replace(/^vector/, "lazy sequence");
  return isCut ? `${text} …` : text;
}

/**
 * Returns the shape, or an empty shape if the data can't be read, such as a host Map that contains
 * itself.
 */
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

/** Returns the kind and size: `vector of 120 maps`, `map of 90`, `number`. */
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

/**
 * Returns ` a vector of 120 maps` for the shape of one vector, ` vectors of 0 to 50 maps each` for
 * several ones, and the size of the sample. Returns "" for other values.
 */
export function vectorsTitle(shape: Shape): string {
  const { vectors, seen } = shape;
  if (vectors?.count !== seen) return "";
  const { fewest, most, count } = vectors;
  const size = fewest === most ? String(most) : `${String(fewest)} to ${String(most)}`;
  const kind = `${size}${elementKind(shape, most)}${lookedAt(shape)}`;
  return count === 1 ? ` a vector of ${kind}` : ` vectors of ${kind}`;
}

/** Returns the note that only a part of a large vector was sampled, or "". */
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

/** Returns the fields of a map, or of the maps in a list; otherwise "". */
function namesOf({ maps, vectors }: Shape, writing: Writing): string {
  const whole = maps ?? vectors?.element.maps;
  if (whole === undefined || whole.most === 0 || asDictionary(whole) !== undefined) return "";
  return `{${fieldTexts(whole, writing).join(", ")}}`;
}

const namesOnly = { kinds: false, values: 0, example: 0 };

/** Levels of detail, from most to least. */
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
 * Describes a shape in at most `room` characters. Writes a line for each field of a map, or of the
 * maps in a list. The text contains values of the data, so it belongs in an envelope.
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
  return "too much to describe";
}

/**
 * Describes the kinds of values in a shape on one line, without values, ranges, or keys that are
 * data. Field names can be anything, so it belongs in an envelope.
 */
export function describeKinds(shape: Shape, room: number): string {
  for (const detail of details.filter(({ values, example }) => values === 0 && example === 0)) {
    const text = shapeWords(shape, { ...detail, name: shownName });
    if (text.length <= room) return text;
  }
  return "too much to describe";
}

/** Returns `lines`, each with more detail if the remaining room allows it. */
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
        .find((text) => text !== undefined && isBetter(text, line, room));
      if (better === undefined) return line;
      room -= better.length - line.length;
      return better;
    })
    .join("\n");
}

/** True if `text` describes the same field as `line`, and has room. */
function isBetter(text: string, line: string, room: number): boolean {
  return text.length - line.length <= room && startOf(text) === startOf(line);
}

function startOf(line: string): string {
  const end = line.indexOf(": ");
  return end === -1 ? "" : line.slice(0, end);
}

/** Returns a line for each field, or one line for a shape without fields. */
function linesOf(shape: Shape, writing: Writing): readonly string[] {
  const { maps, vectors } = shape;
  const rows = vectors?.element.maps;
  const record = maps ?? rows;
  const isAll =
    maps === undefined ? rows?.count === vectors?.element.seen : maps.count === shape.seen;
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
