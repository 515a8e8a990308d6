// Counts the values of a long list's fields in all of its rows, if a field has few different values
// or texts in notations, such as weights. Otherwise the sample would miss a rare value or notation,
// such as 2 "fatal" among 5,000 rows.

import { MapValue, typeName, type Value, type Vector } from "@ptc/core/values";
import { dataOf, isCollection } from "../preview/shown-values.ts";
import type { LookBudget } from "./look-budget.ts";
import { observeScalar } from "./observe-scalar.ts";
import { hasFewNumbers } from "./scalar-words.ts";
import { emptyShape, type Lists, type Shape } from "./shape.ts";
import { spreadOrder } from "./spread-order.ts";
import { listedTexts } from "./text-words.ts";

/** A field to count: the maps that contain it, from the outside to the inside. */
interface Column {
  readonly path: readonly Value[];
  readonly shape: Shape;
  readonly put: (counted: Shape, rows: number, present: number) => void;
}

/** Deeper fields aren't counted. */
const deepest = 3;
const mostColumns = 200;
const mostTexts = 100;

/** A list, and its samples. */
export interface SampledList {
  readonly lists: Lists;
  readonly vector: Vector<Value>;
}

/**
 * Replaces the samples of such fields by the values of all rows, within the budget. Call it after
 * sampling. `observe` samples a row: a new value can mean a row of another kind.
 */
export function countRows(
  sampled: readonly SampledList[],
  budget: LookBudget,
  observe: (elements: Shape, row: Value) => void,
): void {
  for (const [index, list] of sampled.entries()) {
    const lists = sampled.length - index;
    countList(
      list,
      hasFewValues,
      (columns, rows) => budget.countable(columns, rows, lists),
      observe,
    );
    countList(list, hasNotations, (columns, rows) =>
      budget.countable(costOfNotation * columns, rows, lists),
    );
  }
}

/** The maximum number of rows with new values that are sampled. */
const mostNewRows = 20;
/** Recognizing a notation takes longer than counting a value. */
const costOfNotation = 4;

/** Counts the fields that `isCounted` chooses. With `observe`, also samples rows with new texts. */
function countList(
  { lists, vector }: SampledList,
  isCounted: (shape: Shape) => boolean,
  countable: (columns: number, rows: number) => number,
  observe?: (elements: Shape, row: Value) => void,
): void {
  const sampled = lists.element.seen - lists.rare;
  if (lists.count > 1 || sampled >= vector.count) return;
  const columns = columnsOf(lists.element, [], isCounted, (counted) => {
    lists.element = counted;
  });
  const rows = countable(columns.length, vector.count);
  if (rows <= sampled) return;
  const counts = columns.map((column) => ({
    column,
    shape: emptyShape(),
    rows: 0,
    present: 0,
    known: knownTexts(column.shape),
  }));
  const newRows: Value[] = [];
  for (const index of rows < vector.count ? spreadOrder(vector.count, rows) : range(rows)) {
    const row = dataOf(vector.at(index));
    let isNew = false;
    for (const count of counts) if (countValue(count, row)) isNew = true;
    if (isNew && newRows.length < mostNewRows && row instanceof MapValue) newRows.push(row);
  }
  if (observe !== undefined) {
    lists.counted = rows;
    lists.rare = newRows.length;
    for (const row of newRows) observe(lists.element, row);
  }
  for (const { column, shape, rows: within, present } of counts) column.put(shape, within, present);
}

function* range(count: number): Generator<number> {
  for (let index = 0; index < count; index++) yield index;
}

interface Count {
  readonly column: Column;
  readonly shape: Shape;
  rows: number;
  present: number;
  /** The texts that have been seen. */
  readonly known: Set<string>;
}

function knownTexts({ texts }: Shape): Set<string> {
  return new Set(texts?.tally.byFrequency?.map(([text]) => text));
}

/** Returns true for the first value of a text that the sample didn't have. */
function countValue(count: Count, row: Value): boolean {
  const { path } = count.column;
  let value: Value | undefined = row;
  for (const [depth, key] of path.entries()) {
    if (!(value instanceof MapValue)) return false;
    if (depth === path.length - 1) count.rows++;
    const found: Value | undefined = value.find(key);
    if (found === undefined) return false;
    value = dataOf(found);
  }
  count.present++;
  count.shape.seen++;
  if (isCollection(value)) count.shape.others.add(typeName(value));
  else observeScalar(count.shape, value);
  if (typeof value !== "string" || count.known.has(value) || count.known.size > mostTexts)
    return false;
  count.known.add(value);
  return true;
}

function columnsOf(
  shape: Shape,
  path: readonly Value[],
  isCounted: (shape: Shape) => boolean,
  put: Column["put"],
): readonly Column[] {
  if (isCounted(shape)) return [{ path, shape, put }];
  const { maps, vectors, sets, files } = shape;
  const isRecord = maps !== undefined && vectors === undefined && sets === undefined;
  if (!isRecord || files > 0 || path.length >= deepest) return [];
  if (maps.hasHiddenKeys || maps.rest !== undefined) return [];
  return [...maps.fields.values()]
    .filter(({ counted }) => counted === undefined)
    .flatMap((field) =>
      columnsOf(field.shape, [...path, field.key], isCounted, (counted, rows, present) => {
        field.shape = counted;
        field.counted = { rows, present };
      }),
    )
    .slice(0, mostColumns);
}

/** True if all sampled values are scalars, and the description lists them. */
function hasFewValues(shape: Shape): boolean {
  const { booleans, keywords, numbers, texts, times } = shape;
  return (
    isVisibleScalar(shape) &&
    times.size === 0 &&
    booleans.byFrequency !== undefined &&
    keywords.byFrequency !== undefined &&
    (numbers === undefined || hasFewNumbers(numbers)) &&
    (texts === undefined || listedTexts(texts) !== undefined)
  );
}

/** The maximum share of other texts among those in notations, such as "n/a". */
const mostOthers = 0.2;

/** True if most sampled values are texts with dates, numbers or units. */
function hasNotations(shape: Shape): boolean {
  const { texts } = shape;
  if (texts === undefined || !isVisibleScalar(shape)) return false;
  const { total } = texts.tally;
  const other = texts.forms.get("text")?.count ?? 0;
  return other <= mostOthers * total && 2 * (total + shape.nils) > shape.seen;
}

function isVisibleScalar({ seen, hidden, others, maps, vectors, sets }: Shape): boolean {
  const hasCollections = maps !== undefined || vectors !== undefined || sets !== undefined;
  return seen > 0 && hidden === 0 && others.total === 0 && !hasCollections;
}
