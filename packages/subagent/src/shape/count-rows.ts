// Counts the values of fields in all rows, if a field has few different values or texts in
// notations, such as weights. Otherwise the sample would miss a rare value or notation, such as 2
// "fatal" among 5,000 rows. Also counts in lists within rows, and in maps whose keys are data.

import { MapValue, type Value, type Vector } from "@ptc/core/values";
import { ListsCount, MapsCount, type AddRow, type CountPass } from "./count-tree.ts";
import type { CountMeter, LookBudget } from "./look-budget.ts";
import { hasFewNumbers } from "./scalar-words.ts";
import type { Lists, Maps, Shape } from "./shape.ts";
import { spreadOrder } from "./spread-order.ts";
import { listedTexts } from "./text-words.ts";

/** A collection that was sampled, and its shape, which other collections can share. */
export type SampledCollection =
  | { readonly of: Lists; readonly collection: Vector<Value> }
  | { readonly of: Maps; readonly collection: MapValue<Value> };

/** Recognizing a notation takes longer than counting a value. */
const costOfNotation = 3;

/**
 * Replaces the samples of such fields by the values of all rows, within the budget. Call it after
 * sampling. `addRow` receives rows with new texts or fields: they can be rows of another kind.
 */
export function countRows(
  sampled: readonly SampledCollection[],
  budget: LookBudget,
  addRow: AddRow,
): void {
  const groups = new Map<Lists | Maps, SampledCollection[]>();
  for (const collection of sampled) {
    const group = groups.get(collection.of);
    if (group === undefined) groups.set(collection.of, [collection]);
    else group.push(collection);
  }
  const done = new WeakSet<Shape>();
  let left = groups.size;
  for (const group of groups.values()) {
    const meter = budget.meterFor(left--);
    const shared = { meter, done };
    countGroup(group, { ...shared, isCounted: hasFewValues, cost: 1, addRow });
    countGroup(group, {
      ...shared,
      isCounted: hasNotations,
      cost: costOfNotation,
      addRow: undefined,
    });
    budget.giveBack(meter);
  }
}

function countGroup(group: readonly SampledCollection[], pass: CountPass): void {
  const vectors: Vector<Value>[] = [];
  const maps: MapValue<Value>[] = [];
  let lists: Lists | undefined;
  let dictionary: Maps | undefined;
  for (const sampled of group)
    if (sampled.collection instanceof MapValue) {
      dictionary = sampled.of as Maps;
      maps.push(sampled.collection);
    } else {
      lists = sampled.of as Lists;
      vectors.push(sampled.collection);
    }
  if (lists !== undefined) countVectors(lists, vectors, pass);
  if (dictionary !== undefined) countDictionaries(dictionary, maps, pass);
}

function countVectors(lists: Lists, vectors: readonly Vector<Value>[], pass: CountPass): void {
  const total = vectors.reduce((sum, { count }) => sum + count, 0);
  // The shape also has lists that were examined in another way.
  if (lists.count !== vectors.length || lists.element.seen >= total) return;
  const count = ListsCount.of(lists, pass, 0);
  if (count === undefined) return;
  for (const vector of vectors) count.open(vector.count);
  for (const index of spreadOrder(total, total)) {
    if (!hasRoom(pass.meter)) break;
    count.visitElement(elementAt(vectors, index));
  }
  if (count.counted > lists.element.seen) count.apply();
}

function elementAt(vectors: readonly Vector<Value>[], index: number): Value {
  let at = index;
  for (const vector of vectors) {
    if (at < vector.count) return vector.at(at);
    at -= vector.count;
  }
  return null;
}

function countDictionaries(
  dictionary: Maps,
  maps: readonly MapValue<Value>[],
  pass: CountPass,
): void {
  if (dictionary.count !== maps.length || dictionary.sampled >= dictionary.entries) return;
  const count = MapsCount.of(dictionary, pass, 0);
  if (count?.isDictionary !== true) return;
  for (const map of maps) count.visit(map);
  if (count.counted > dictionary.sampled) count.apply();
}

function hasRoom({ left }: CountMeter): boolean {
  return left > 0;
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
