// Finds rows of several kinds in one list: orders and refunds, for example. A field with few values
// can determine which other fields a row has, and of what kind they are. Otherwise, rows can have
// different sets of fields.

import { Keyword, MapValue, typeName, type Value } from "@ptc/core/values";
import { quotedText } from "@ptc/core/internal/printing";
import { dataOf } from "../preview/shown-values.ts";
import { emptyShape, type Maps, type RowKinds, type Shape, type ShapeField } from "./shape.ts";
import { shownName } from "./shown-name.ts";

const fewestRows = 4;
const mostFields = 60;
const mostFeatures = 40;
const mostCandidates = 12;
const mostKinds = 8;

/** Rows by kind: their number in the order of the first row, and the names of the kind's values. */
interface Grouping {
  readonly by: string | undefined;
  readonly differing: ReadonlySet<string>;
  readonly groups: readonly { readonly values: readonly string[]; readonly rows: Value[] }[];
}

/** Returns undefined for rows of one kind. `observe` adds a value to a shape. */
export function rowKinds(
  maps: Maps,
  observe: (shape: Shape, value: Value) => void,
): RowKinds | undefined {
  const { rows, fields, count } = maps;
  if (rows.length < fewestRows || count < fewestRows || fields.size > mostFields) return undefined;
  const features = featuresOf(maps);
  if (features.length === 0) return undefined;
  const table = rows.map((row) => featuresOfRow(row, features));
  const grouping = byField(maps, features, table) ?? bySets(maps, features, table);
  if (grouping === undefined) return undefined;
  const { by, differing, groups } = grouping;
  // Rows that were noticed while counting don't represent others.
  const noticed = new Set<Value>(rows.slice(count));
  const kinds = groups.map(({ values, rows: members }) => ({
    values,
    sampled: members.filter((row) => !noticed.has(row)).length,
    maps: observedMaps(members, differing, maps, observe),
  }));
  return { by, differing, kinds };
}

/** A property of a row: it has a field, or a field with a value of this type. */
interface Feature {
  readonly name: string;
  readonly key: Value;
  readonly type: string | undefined;
}

function featuresOf({ fields, count }: Maps): readonly Feature[] {
  return [...fields]
    .flatMap(([name, field]): Feature[] => {
      const { key, shape } = field;
      const isMissing = isMissingIn(field, count);
      if (shape.hidden > 0) return isMissing ? [{ name, key, type: undefined }] : [];
      const types = typesIn(shape);
      if (types.length > 1) return types.map((type) => ({ name, key, type }));
      return isMissing || shape.nils > 0
        ? [{ name, key, type: shape.nils > 0 ? types[0] : undefined }]
        : [];
    })
    .slice(0, mostFeatures);
}

function typesIn(shape: Shape): readonly string[] {
  const { texts, numbers, booleans, keywords, maps, vectors, sets, times } = shape;
  const types: readonly (readonly [string, boolean])[] = [
    ["string", texts !== undefined],
    ["number", numbers !== undefined],
    ["boolean", booleans.total > 0],
    ["keyword", keywords.total > 0],
    ["map", maps !== undefined],
    ["vector", vectors !== undefined],
    ["set", sets !== undefined],
    ["time", times.size > 0],
  ];
  return types.flatMap(([type, isPresent]) => (isPresent ? [type] : []));
}

function typeOf(value: Value): string {
  const data = dataOf(value);
  const name = typeName(data);
  return ["string", "number", "boolean", "keyword", "map", "vector", "set"].includes(name)
    ? name
    : typeof data === "bigint"
      ? "number"
      : "time";
}

function featuresOfRow(row: MapValue<Value>, features: readonly Feature[]): readonly boolean[] {
  return features.map(({ key, type }) => {
    const value = row.find(key);
    return (
      value !== undefined && (type === undefined || (value !== null && typeOf(value) === type))
    );
  });
}

/** The least number of rows for each value of a field that determines the kind, on average. */
const rowsOfValue = 3;

/** A value excludes a feature if so many of its rows would have it by chance, but none has it. */
const fewestExpected = 4;

const kindName = /(?:^|[_.-])(?:type|kind|event|object|class|variant|tag|category)$/i;

/** Groups rows by the field that determines most of the features. */
function byField(
  maps: Maps,
  features: readonly Feature[],
  table: readonly (readonly boolean[])[],
): Grouping | undefined {
  const candidates = [...maps.fields]
    .filter(([, field]) => isCandidate(field, maps.count))
    .sort(([one], [other]) => Number(kindName.test(other)) - Number(kindName.test(one)))
    .slice(0, mostCandidates);
  let best: { readonly score: number; readonly grouping: Grouping } | undefined;
  for (const [name, { key }] of candidates) {
    const values = maps.rows.map((row) => candidateText(row.find(key) ?? null));
    const { score, differing } = scored(values, features, table);
    const preferred = score + (kindName.test(name) ? 0.5 : 0);
    if (score * 2 < features.length || preferred <= (best?.score ?? 0)) continue;
    const groups = grouped(values, maps.rows, features, table, differing);
    if (groups.length > 1 && groups.length <= mostKinds)
      best = { score: preferred, grouping: { by: name, differing, groups } };
  }
  return best?.grouping;
}

/** True if some of the maps don't have the field. */
function isMissingIn({ present, counted }: ShapeField, count: number): boolean {
  return counted === undefined ? present < count : counted.present < counted.rows;
}

function isCandidate(field: ShapeField, count: number): boolean {
  const { texts, keywords, booleans, seen, hidden } = field.shape;
  if (isMissingIn(field, count) || hidden > 0) return false;
  const tallies = [texts?.tally, keywords, booleans].filter((tally) => (tally?.total ?? 0) > 0);
  const [tally, ...others] = tallies;
  const different = tally?.byFrequency?.length ?? 0;
  return (
    others.length === 0 &&
    tally?.total === seen &&
    different > 1 &&
    different <= 2 * mostKinds &&
    different * rowsOfValue <= count
  );
}

function candidateText(value: Value): string {
  if (value instanceof Keyword) return `:${shownName(value.text)}`;
  return typeof value === "string" ? quotedText(value) : String(value === true);
}

/**
 * Counts the features that are the same for all rows with one value, and partly those that some
 * values exclude.
 */
function scored(
  values: readonly string[],
  features: readonly Feature[],
  table: readonly (readonly boolean[])[],
): { readonly score: number; readonly differing: ReadonlySet<string> } {
  const counts = new Map<string, { rows: number; readonly having: number[] }>();
  values.forEach((value, row) => {
    let count = counts.get(value);
    if (count === undefined)
      counts.set(value, (count = { rows: 0, having: features.map(() => 0) }));
    count.rows++;
    for (const [index, has] of (table[row] ?? []).entries())
      if (has) count.having[index] = (count.having[index] ?? 0) + 1;
  });
  const all = [...counts.values()];
  const differing = new Set<string>();
  let score = 0;
  features.forEach(({ name }, index) => {
    const isExact = all.every(({ rows, having }) => having[index] === 0 || having[index] === rows);
    const rate = all.reduce((sum, { having }) => sum + (having[index] ?? 0), 0) / values.length;
    const isExcluded = all.some(
      ({ rows, having }) => having[index] === 0 && rows * rate >= fewestExpected,
    );
    const isIncluded = all.some(({ having }) => (having[index] ?? 0) > 0);
    if (!isIncluded || !(isExact || isExcluded)) return;
    differing.add(name);
    score += isExact ? 1 : 0.5;
  });
  return { score, differing };
}

/** Groups rows by value, and joins the values whose rows have the same differing features. */
function grouped(
  values: readonly string[],
  rows: readonly MapValue<Value>[],
  features: readonly Feature[],
  table: readonly (readonly boolean[])[],
  differing: ReadonlySet<string>,
): Grouping["groups"] {
  const byValue = new Map<string, { rows: Value[]; having: Set<number> }>();
  values.forEach((value, index) => {
    let group = byValue.get(value);
    if (group === undefined) byValue.set(value, (group = { rows: [], having: new Set() }));
    group.rows.push(rows[index] ?? null);
    for (const [feature, has] of (table[index] ?? []).entries())
      if (has && differing.has(features[feature]?.name ?? "")) group.having.add(feature);
  });
  const joined = new Map<string, { values: string[]; rows: Value[] }>();
  for (const [value, { rows: members, having }] of byValue) {
    const key = [...having].sort((one, other) => one - other).join(" ");
    const group = joined.get(key) ?? { values: [], rows: [] };
    group.values.push(value);
    group.rows.push(...members);
    joined.set(key, group);
  }
  return [...joined.values()].sort((one, other) => other.rows.length - one.rows.length);
}

const mostSets = 24;
const fewestDiffering = 3;

/** Groups rows by their sets of fields. Rows that lack some fields of another set belong to it. */
function bySets(
  { rows }: Maps,
  features: readonly Feature[],
  table: readonly (readonly boolean[])[],
): Grouping | undefined {
  const sets = new Map<string, { fields: ReadonlySet<string>; rows: Value[] }>();
  for (const [index, row] of rows.entries()) {
    const names = new Set(features.flatMap(({ name }, at) => (table[index]?.[at] ? [name] : [])));
    const key = JSON.stringify([...names]);
    const known = sets.get(key);
    if (known !== undefined) known.rows.push(row);
    else if (sets.size === mostSets) return undefined;
    else sets.set(key, { fields: names, rows: [row] });
  }
  const sorted = [...sets.values()].sort((one, other) => other.fields.size - one.fields.size);
  const kinds: typeof sorted = [];
  for (const set of sorted) {
    const whole = kinds.find(({ fields }) => [...set.fields].every((name) => fields.has(name)));
    if (whole === undefined) kinds.push({ ...set, rows: [...set.rows] });
    else whole.rows.push(...set.rows);
  }
  const names = kinds.flatMap(({ fields }) => [...fields]);
  const differing = new Set(names);
  // Each kind has a field of its own, and none is a mix of the others.
  const areKinds =
    kinds.length > 1 &&
    kinds.length <= mostKinds &&
    differing.size >= fewestDiffering &&
    kinds.every(({ fields }) =>
      [...fields].some((name) => names.filter((other) => other === name).length === 1),
    );
  if (!areKinds) return undefined;
  kinds.sort((one, other) => other.rows.length - one.rows.length);
  return { by: undefined, differing, groups: kinds.map((kind) => ({ values: [], ...kind })) };
}

function observedMaps(
  rows: readonly Value[],
  names: ReadonlySet<string>,
  whole: Maps,
  observe: (shape: Shape, value: Value) => void,
): Maps {
  const fields = new Map<string, ShapeField>();
  for (const row of rows)
    for (const name of names) {
      const known = whole.fields.get(name);
      const value =
        row instanceof MapValue && known !== undefined ? row.find(known.key) : undefined;
      if (known === undefined || value === undefined) continue;
      let field = fields.get(name);
      if (field === undefined)
        fields.set(name, (field = { present: 0, key: known.key, shape: emptyShape() }));
      field.present++;
      if (known.shape.hidden > 0) {
        field.shape.seen++;
        field.shape.hidden++;
      } else observe(field.shape, value);
    }
  const size = fields.size;
  return {
    ...whole,
    count: rows.length,
    fewest: size,
    most: size,
    fields,
    rows: [],
    kinds: "none",
    dictionary: "none",
  };
}
