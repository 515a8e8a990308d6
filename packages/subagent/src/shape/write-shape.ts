// Writes a shape: `{id: 1 to 120; lines: [{sku: text "A-1029"; qty: 1 to 9}] 1 to 5 each}`. The
// detail depends on the room: values, ranges and examples; kinds; or only names.

import { firewalledMarker } from "@ptc/core/internal/values";
import { asDictionary, kindOf } from "./dictionary.ts";
import { merged } from "./merge.ts";
import { numberKind, timeKinds, type Detail, type Kind } from "./scalar-words.ts";
import { kindsOfRows } from "./observe.ts";
import type { Lists, Maps, RowKinds, Shape, ShapeField } from "./shape.ts";
import { share } from "./shares.ts";
import { shownName } from "./shown-name.ts";
import { keyWords, textKinds } from "./text-words.ts";

export interface Writing extends Detail {
  /** True to include the kinds of scalars; false for field names only. */
  readonly kinds: boolean;
  /** The maximum number of named fields of each map. */
  readonly fields: number;
  /** Returns a name in the form that may be shown. */
  readonly name: (name: string) => string;
}

/**
 * Returns all kinds of values of a field. If there are several, each has its share: of the sampled
 * values, or of `whole`, some of which lack the field.
 */
export function shapeWords(shape: Shape, writing: Writing, whole = shape.seen): string {
  return kindsWords(kindsOf(shape, writing, whole), whole);
}

function kindsWords(kinds: readonly Kind[], whole: number): string {
  const [only, ...others] = kinds;
  if (only === undefined) return "not sampled";
  return others.length === 0
    ? only.words
    : kinds
        .map(({ words, count, includesShare }) =>
          includesShare === true ? words : `${words} (${share(count, whole)})`,
        )
        .join(", ");
}

function kindsOf(shape: Shape, writing: Writing, whole: number): readonly Kind[] {
  const { seen, nils, hidden, maps, files, vectors, sets } = shape;
  return [
    ...(maps === undefined
      ? []
      : [{ words: `${fileWord(files, maps)}${mapWords(maps, writing)}`, count: maps.count }]),
    ...(vectors === undefined
      ? []
      : [{ words: listWords(vectors, writing, ["[", "]"]), count: vectors.count }]),
    ...(sets === undefined
      ? []
      : [{ words: listWords(sets, writing, ["#{", "}"]), count: sets.count }]),
    ...(writing.kinds ? scalarKinds(shape, writing, whole) : []),
    ...(hidden === 0 ? [] : [{ words: firewalledMarker, count: hidden }]),
    ...(nils === 0 || !writing.kinds
      ? []
      : [
          {
            words: nils === seen ? "nil" : `nil ${share(nils, whole)}`,
            count: nils,
            includesShare: true,
          },
        ]),
  ];
}

function scalarKinds(shape: Shape, writing: Writing, whole: number): readonly Kind[] {
  const { booleans, keywords, others, seen } = shape;
  return [
    ...textKinds(shape, writing, whole),
    ...numberKind(shape, writing),
    ...timeKinds(shape, writing),
    ...tallied(booleans.byFrequency, booleans.total, "boolean", { seen, whole }, writing),
    ...tallied(
      keywords.byFrequency?.map(([name, count]) => [`:${shownName(name)}`, count]),
      keywords.total,
      "keyword",
      { seen, whole },
      writing,
    ),
    ...(others.byFrequency ?? []).map(([words, count]) => ({ words, count })),
  ];
}

function tallied(
  listed: readonly (readonly [unknown, number])[] | undefined,
  total: number,
  kind: string,
  { seen, whole }: { readonly seen: number; readonly whole: number },
  { values }: Writing,
): readonly Kind[] {
  if (total === 0) return [];
  if (listed === undefined || listed.length > values) return [{ words: kind, count: total }];
  return listed.map(([value, count]) => ({
    words: count === seen ? String(value) : `${String(value)} ${share(count, whole)}`,
    count,
    includesShare: true,
  }));
}

function fileWord(files: number, { count }: Maps): string {
  if (files === 0) return "";
  return files === count ? "file " : "file or map ";
}

function mapWords(maps: Maps, writing: Writing): string {
  const dictionary = asDictionary(maps);
  if (dictionary === undefined)
    return `{${fieldTexts(maps, writing).join(writing.kinds ? "; " : ", ")}}`;
  const { keys, values } = dictionary;
  const of = `map of ${sizes(maps)}`;
  if (!writing.kinds) {
    const inner = nestedShape(values, writing);
    return inner === "" ? of : `${of} by key, each ${inner}`;
  }
  const keysShown = maps.hasHiddenKeys
    ? firewalledMarker
    : (keyWords(keys, writing) ?? shapeWords(keys, writing));
  const { entries, sampled, counted } = maps;
  const part = sampled < entries ? `, ${sampledPart(sampled, counted, entries)}` : "";
  return `${of}${part}: keys ${keysShown}; values ${shapeWords(values, writing)}`;
}

/** Returns `{…}` or `[…]` if a field contains collections, otherwise "". */
function nestedShape(shape: Shape, writing: Writing): string {
  const kinds = kindsOf(shape, writing, shape.seen);
  return kinds.map(({ words }) => words).join(" or ");
}

/** Returns one text for each named field, and for each kind of rows. */
export function fieldTexts(maps: Maps, writing: Writing): readonly string[] {
  const kinds = writing.kinds && writing.values > 0 ? kindsOfRows(maps) : undefined;
  const differing = kinds?.differing;
  const all = [...maps.fields].filter(([name]) => differing?.has(name) !== true);
  const shown = all.slice(0, writing.fields);
  const omitted = Math.max(maps.fields.size, maps.most) - (differing?.size ?? 0) - shown.length;
  return [
    ...shown.map(([name, field]) => fieldText(name, field, maps, writing)),
    ...(omitted <= 0 ? [] : [`… ${String(omitted)} more fields`]),
    ...(kinds === undefined ? [] : kindTexts(kinds, writing)),
  ];
}

/** Returns a text such as `if type "refund": {amount: 1 to 9}` for each kind with own fields. */
function kindTexts({ by, kinds }: RowKinds, writing: Writing): readonly string[] {
  const noticed = kinds.some(({ sampled }) => sampled === 0) ? 1 : 0;
  const whole = kinds.reduce((sum, { sampled }) => sum + sampled, noticed);
  return kinds
    .filter(({ maps }) => [...maps.fields.values()].some(({ shape }) => shape.nils < shape.seen))
    .map(({ values, sampled, maps }) => {
      const label =
        by === undefined
          ? `in ${share(Math.max(sampled, noticed), whole)}`
          : `if ${writing.name(by)} ${values.join(" or ")}`;
      return `${label}: {${fieldTexts(maps, writing).join("; ")}}`;
    });
}

function fieldText(
  name: string,
  { present, shape, counted }: ShapeField,
  maps: Maps,
  writing: Writing,
): string {
  const all = counted?.rows ?? maps.count;
  const having = counted?.present ?? present;
  const missing = all - having;
  const shown = writing.name(name);
  if (!writing.kinds) {
    const inner = nestedShape(shape, writing);
    return inner === "" ? shown : `${shown} ${inner}`;
  }
  // If only some of the present values were sampled, they represent the others.
  const words = shapeWords(shape, writing, (shape.seen * all) / having);
  return `${shown}: ${words}${missing === 0 ? "" : `, missing ${share(missing, all)}`}`;
}

function listWords(
  lists: Lists,
  writing: Writing,
  [open, close]: readonly [string, string],
): string {
  const inner = elementWords(lists, writing);
  if (!writing.kinds && inner === "") return `${open}${close}`;
  const extent = lists.open > 0 ? "so far" : lists.count === 1 ? "in all" : "each";
  const each = `${sizes(lists)} ${extent}${partSeen(lists)}`;
  return writing.kinds ? `${open}${inner}${close} ${each}` : `${open}${inner}${close}`;
}

/** Smaller parts of lists in lists are not worth a note. */
const notedPart = 0.1;

/** Returns the note that only a part of the elements was sampled, or "". */
export function partSeen({ count, element, positions, total, counted }: Lists): string {
  const sampled = element.seen;
  const omitted = total - sampled;
  if (positions !== undefined || sampled <= 0 || omitted <= 0) return "";
  if (count > 1 && omitted < notedPart * total) return "";
  return `, ${sampledPart(sampled, counted, total)}`;
}

function sampledPart(sampled: number, counted: number, total: number): string {
  const all = counted >= total ? "all" : String(counted);
  return `${String(sampled)} sampled${counted === 0 ? "" : `, listed values from ${all}`}`;
}

/** A longer list isn't a table row if it is the only one, or if its elements are of one kind. */
const mostAlike = 3;

export function elementWords({ count, element, positions }: Lists, writing: Writing): string {
  const shape = positions === undefined ? element : merged(positions);
  if (shape.seen === 0) return "";
  if (!writing.kinds) return nestedShape(shape, writing);
  if (positions === undefined) return shapeWords(shape, writing);
  // Beside durations such as 74:30, 12:30 isn't a time of day.
  const hasDurations = positions.some(({ texts }) => texts?.forms.has("duration") === true);
  const isRow =
    (positions.length <= mostAlike && !hasDurations) ||
    (count > 1 && new Set(positions.map(kindOf)).size > 1);
  return isRow
    ? positions.map((position) => shapeWords(position, writing)).join(" | ")
    : shapeWords(shape, writing);
}

/** Returns `5` or `0 to 5`. */
function sizes({ fewest, most }: Maps | Lists): string {
  return fewest === most ? String(most) : `${String(fewest)} to ${String(most)}`;
}
