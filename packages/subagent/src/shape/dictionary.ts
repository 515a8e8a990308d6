// Distinguishes dictionaries, whose keys are data such as ids or dates, from records, whose keys
// are field names. Keys of dictionaries are described like other data; keys of records are listed.

import { keyName } from "@ptc/core/internal/values";
import { merged, mergeInto } from "./merge.ts";
import { emptyShape, type Dictionary, type ShapeField, type Maps, type Shape } from "./shape.ts";
import { mostFields, observeScalar } from "./observe-scalar.ts";

/** Maps of collections with fewer keys are records, such as `{from {…}, to {…}}`. */
const fewestOfCollections = 3;
const fewestOfScalars = 12;
/** The maximum number of fields of one kind in rows that all have the same columns. */
const mostOfTable = 60;
/** The maximum number of fields of one kind in a single record with plain names. */
const mostOfPlainNames = 40;
const plainName = /^[\p{L}_][\p{L}_-]{0,40}$/u;

/**
 * Returns undefined for records. Call it after sampling: it caches the result, because each level
 * of detail needs it.
 */
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
  if (maps.restKeys !== undefined) mergeInto(keys, maps.restKeys);
  const rest = maps.rest === undefined ? [] : [maps.rest];
  return { keys, values: merged([...fields.map(({ shape }) => shape), ...rest]) };
}

function areLike(maps: Maps, fields: readonly ShapeField[]): boolean {
  // Numbers, dates and similar keys aren't names.
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

/**
 * Returns the kind of a field's values. For several kinds, returns a text that equals no single
 * kind.
 */
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

/** True if most keys of the maps in these fields occur in more than half of the fields. */
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
