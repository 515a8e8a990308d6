// Tells maps whose keys are data, such as ids or dates, from records, whose keys are names of
// fields. The keys of the one are described like any other data, those of the other are listed.

import { keyName } from "@ptc/core/values";
import { merged } from "./merge.ts";
import { emptyShape, type Dictionary, type ShapeField, type Maps, type Shape } from "./shape.ts";
import { mostFields, observeScalar } from "./observe-scalar.ts";

/** Maps of collections with fewer keys are records, such as `{from {…}, to {…}}`. */
const fewestOfCollections = 3;
const fewestOfScalars = 12;
/** Rows that all have the same columns may have so many of one kind. */
const mostOfTable = 60;
/** A single record may have so many fields of one kind, if their names are plain. */
const mostOfPlainNames = 40;
const plainName = /^[\p{L}_][\p{L}_-]{0,40}$/u;

/** Undefined for records. Once all was seen, the answer is kept: it is asked for at each detail. */
export function asDictionary(maps: Maps): Dictionary | undefined {
  if (maps.dictionary === undefined) maps.dictionary = dictionaryOf(maps) ?? "none";
  return maps.dictionary === "none" ? undefined : maps.dictionary;
}

function dictionaryOf(maps: Maps): Dictionary | undefined {
  const fields = [...maps.fields.values()];
  if (!maps.hasHiddenKeys && maps.rest === undefined && !areLike(maps, fields)) return undefined;
  const keys = emptyShape();
  for (const { key } of fields) {
    keys.seen++;
    observeScalar(keys, key);
  }
  const rest = maps.rest === undefined ? [] : [maps.rest];
  return { keys, values: merged([...fields.map(({ shape }) => shape), ...rest]) };
}

function areLike(maps: Maps, fields: readonly ShapeField[]): boolean {
  // Numbers, dates and the like are no names.
  if (fields.some(({ key }) => keyName(key) === undefined)) return true;
  if (fields.length >= mostFields) return true;
  if (isTable(maps, fields)) return false;
  const [kind, ...others] = new Set(fields.map(({ shape }) => kindOf(shape)));
  if (kind === undefined || others.length > 0) return false;
  if (kind === "maps") return fields.length >= fewestOfCollections && haveSameKeys(fields);
  if (kind === "vectors" || kind === "sets")
    return fields.length >= fewestOfCollections && haveSameElements(fields);
  const names = [...maps.fields.keys()];
  return (
    fields.length >= fewestOfScalars &&
    (fields.length > mostOfPlainNames || !names.every((name) => plainName.test(name)))
  );
}

function isTable({ count }: Maps, fields: readonly ShapeField[]): boolean {
  return (
    count > 1 && fields.length <= mostOfTable && fields.every(({ present }) => present === count)
  );
}

/** The one kind of what stands in a field; a text for several, which is like no other. */
export function kindOf(shape: Shape): string {
  const { maps, files, vectors, sets, numbers, texts, times, booleans, hidden } = shape;
  const kinds: readonly (readonly [string, boolean])[] = [
    ["files", files > 0],
    ["maps", maps !== undefined && maps.count > files],
    ["vectors", vectors !== undefined],
    ["sets", sets !== undefined],
    ["numbers", numbers !== undefined],
    ["texts", texts !== undefined],
    ["times", times.size > 0],
    ["booleans", booleans.total > 0],
    ["firewalled values", hidden > 0],
  ];
  return kinds.flatMap(([name, isPresent]) => (isPresent ? [name] : [])).join(" and ");
}

/** Whether most keys of the maps in these fields are keys of all of them. */
function haveSameKeys(fields: readonly ShapeField[]): boolean {
  const named = fields.map(({ shape }) => [...(shape.maps?.fields.keys() ?? [])]);
  const counts = new Map<string, number>();
  for (const name of named.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const common = [...counts.values()].filter((count) => count * 2 > fields.length).length;
  return common * 2 > counts.size;
}

function haveSameElements(fields: readonly ShapeField[]): boolean {
  const elements = fields.flatMap(({ shape }) => {
    const { element, positions } = shape.vectors ?? shape.sets ?? {};
    return [
      ...(element === undefined || element.seen === 0 ? [] : [element]),
      ...(positions ?? []),
    ];
  });
  const kinds = new Set(elements.map(kindOf));
  return kinds.size === 1 && (!kinds.has("maps") || haveSameKeys(elements.map(asField)));
}

function asField(shape: Shape): ShapeField {
  return { present: 1, key: null, shape };
}
