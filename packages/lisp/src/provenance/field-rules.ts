// Builtins that read or replace single fields. They keep a label for each field, so a map may mix
// values of different origins: `{:to contact :body mail}`.

import { Keyword, type Value } from "@ptc/core/values";
import { getField, MapValue, Vector } from "@ptc/core/values";
import type { Following } from "./following.ts";
import { GrowingLabel, Label, type Origins, stepped, unlabeled } from "./label.ts";
import { type Inside, labelOf, partLabel, plain } from "./labeled.ts";

/** Returns the labeled result. `results` is what the function of the call returned. */
export type FieldRule = (
  following: Following,
  args: readonly Value[],
  value: Value,
  results: GrowingLabel | undefined,
) => Value;

/** Returns the name under which the label of a field is kept. Text and keyword keys share it. */
function fieldNameOf(key: Value): string | number | undefined {
  if (key instanceof Keyword) return key.text;
  return typeof key === "string" || typeof key === "number" ? key : undefined;
}

/** Returns the label of a field of `container`, with that of the key that chose it. */
export function fieldLabel(following: Following, container: Value, key: Value): Label {
  const whole = labelOf(container);
  const inside = following.inside.of(plain(container));
  const name = fieldNameOf(plain(key));
  const part =
    inside === undefined
      ? unlabeled
      : ((name === undefined ? undefined : inside.fields?.get(name)) ?? inside.others);
  const label = partLabel(whole, part);
  const chosen = following.deepOf(key);
  const trail = stepped(label.trail, plain(key) instanceof Keyword ? `:${String(name)}` : "get");
  return chosen === 0 && trail === label.trail
    ? label
    : new Label(label.own | chosen, label.deep | chosen, trail);
}

/**
 * Returns a function that returns the label of the field `key`, whose name is in the source. The
 * elements of a collection mostly share their label, so the last one is kept.
 */
export function fieldReader(following: Following, key: Value): (container: Value) => Label {
  let last: Label = unlabeled;
  let lastOfField: Label | undefined;
  return (container) => {
    if (following.inside.of(plain(container)) !== undefined)
      return fieldLabel(following, container, key);
    const whole = labelOf(container);
    if (
      lastOfField === undefined ||
      whole.own !== last.own ||
      whole.trail !== last.trail ||
      whole.deep !== last.deep
    ) {
      last = whole;
      lastOfField = fieldLabel(following, container, key);
    }
    return lastOfField;
  };
}

function withLabel(following: Following, value: Value, label: Label): Value {
  return following.withOrigins(value, label.own, label.deep, label.trail);
}

/** Returns what is inside of a map once its own label has moved to its fields. */
function pushedDown(following: Following, container: Value): Inside {
  const whole = labelOf(container);
  const inside = following.inside.of(plain(container));
  if (inside === undefined) return { fields: undefined, others: whole };
  if (whole.deep === 0) return inside;
  if (inside.fields === undefined)
    return { fields: undefined, others: partLabel(whole, inside.others) };
  const fields = new Map<string | number, Label>();
  for (const [name, label] of inside.fields) fields.set(name, partLabel(whole, label));
  return { fields, others: partLabel(whole, inside.others) };
}

/** Returns the label for a value that becomes part of a collection. */
export function labelInside(following: Following, value: Value): Label {
  const { own, trail: ownTrail } = labelOf(value);
  const deep = following.deepOf(value);
  const trail = ownTrail ?? (deep === 0 ? undefined : following.inside.trail(plain(value)));
  const growing = following.inside.growing(plain(value));
  if (growing.length === 0) return deep === 0 ? unlabeled : new Label(own, deep, trail);
  const label = new GrowingLabel(trail);
  label.add(own, deep);
  for (const each of growing) label.include(each);
  return label;
}

/** Returns a new map with labels for its fields. Its keys came from values with `chosen`. */
function withFields(
  following: Following,
  value: Value,
  inside: Inside,
  changed: readonly (readonly [key: Value, label: Label])[],
): Value {
  let { fields, others } = inside;
  let own: Map<string | number, Label> | undefined;
  let chosen: Origins = 0;
  for (const [key, label] of changed) {
    chosen |= following.deepOf(key);
    const name = fieldNameOf(plain(key));
    if (name === undefined) others = joined(others, label);
    // An index of many values mostly has one label, which isn't copied for each of them.
    else if (!isSame(fields?.get(name) ?? others, label))
      fields = (own ??= new Map(fields)).set(name, label);
  }
  if (value instanceof MapValue || value instanceof Vector) {
    if (fields !== undefined && fields.size > mostFields) {
      for (const label of fields.values()) others = joined(others, label);
      fields = undefined;
    }
    following.inside.set(value, { fields, others });
  }
  return following.withOrigins(value, chosen, chosen, undefined);
}

function isSame(one: Label, other: Label): boolean {
  if (one === other) return true;
  if (one instanceof GrowingLabel || other instanceof GrowingLabel) return false;
  return one.own === other.own && one.deep === other.deep;
}

/** Fields with a label of their own. With more, a map is an index rather than a record. */
const mostFields = 32;

function joined(one: Label, other: Label): Label {
  if (!(one instanceof GrowingLabel) && !(other instanceof GrowingLabel)) {
    if ((one.own | other.own) === one.own && (one.deep | other.deep) === one.deep) return one;
    return new Label(one.own | other.own, one.deep | other.deep, one.trail ?? other.trail);
  }
  if (one.deep === 0 && !(one instanceof GrowingLabel)) return other;
  if (other.deep === 0 && !(other instanceof GrowingLabel)) return one;
  const label = new GrowingLabel(one.trail ?? other.trail);
  label.include(one);
  label.include(other);
  return label;
}

const get: FieldRule = (following, [container = null, key = null, otherwise], value) => {
  const label = fieldLabel(following, container, key);
  if (otherwise === undefined) return withLabel(following, value, label);
  const fallback = labelOf(otherwise);
  return withLabel(
    following,
    value,
    new Label(label.own | fallback.own, label.deep | fallback.deep, label.trail ?? fallback.trail),
  );
};

const getIn: FieldRule = (following, [container = null, path = null, otherwise], value) => {
  let current = container;
  const keys = plain(path);
  if (!(keys instanceof Vector)) {
    const all = following.deepOf(container) | following.deepOf(path);
    return following.withOrigins(value, all, all, undefined);
  }
  for (let index = 0; index < keys.count; index++) {
    const key = keys.at(index);
    const label = fieldLabel(following, current, key);
    const inner = partOf(plain(current), key);
    current = withLabel(following, inner, label);
  }
  const label = labelOf(current);
  const more = following.deepOf(path) | (otherwise === undefined ? 0 : following.deepOf(otherwise));
  return following.withOrigins(value, label.own | more, label.deep | more, label.trail);
};

/** Returns the field of a collection with its label. */
export function readField(
  following: Following,
  args: readonly [container: Value, key: Value, otherwise: Value],
  value: Value,
): Value {
  return get(following, args, value, undefined);
}

function partOf(container: Value, key: Value): Value {
  if (container instanceof MapValue) return getField(container, key) ?? null;
  if (container instanceof Vector && typeof key === "number" && key >= 0 && key < container.count)
    return container.at(key);
  return null;
}

const assoc: FieldRule = (following, [container = null, ...pairs], value) => {
  const changed: (readonly [Value, Label])[] = [];
  for (let index = 0; index + 1 < pairs.length; index += 2)
    changed.push([pairs[index] ?? null, labelInside(following, pairs[index + 1] ?? null)]);
  return withFields(following, value, pushedDown(following, container), changed);
};

const update: FieldRule = (following, args, value, results) => {
  const [container = null, key = null, ...others] = args;
  if (results !== undefined)
    return withFields(following, value, pushedDown(following, container), [[key, results.settled]]);
  return whole(following, [container, key, ...others], value);
};

/** The nested maps are new, so the field that contains them has all origins. */
const inPath: FieldRule = (following, args, value, results) => {
  const [container = null, path = null] = args;
  const keys = plain(path);
  let all = results?.deep ?? 0;
  for (const arg of args) all |= following.deepOf(arg);
  if (!(keys instanceof Vector) || keys.count === 0 || results instanceof GrowingLabel)
    return following.withOrigins(value, all, all, undefined);
  return withFields(following, value, pushedDown(following, container), [
    [keys.at(0), new Label(all, all, labelOf(args[2] ?? null).trail)],
  ]);
};

const selectKeys: FieldRule = (following, [container = null, keys = null], value) => {
  const found = withFields(following, value, pushedDown(following, container), []);
  const chosen = following.deepOf(keys);
  return following.withOrigins(plain(found), chosen, chosen, undefined);
};

const merge: FieldRule = (following, args, value) => {
  const inner = args.map((arg) => pushedDown(following, arg));
  const names = new Set(inner.flatMap(({ fields }) => [...(fields?.keys() ?? [])]));
  const fields = new Map<string | number, Label>();
  let others: Label = unlabeled;
  for (const each of inner) others = joined(others, each.others);
  for (const name of names) {
    let label: Label = unlabeled;
    for (const [index, arg] of args.entries()) {
      const map = plain(arg);
      const each = inner[index];
      if (!(map instanceof MapValue) || each === undefined) continue;
      const isThere =
        typeof name === "string"
          ? (getField(map, new Keyword(name)) ?? getField(map, name)) !== undefined
          : getField(map, name) !== undefined;
      if (isThere) label = each.fields?.get(name) ?? each.others;
    }
    fields.set(name, label);
  }
  if (value instanceof MapValue) following.inside.set(value, { fields, others });
  return value;
};

function whole(following: Following, args: readonly Value[], value: Value): Value {
  let all = 0;
  for (const arg of args) all |= following.deepOf(arg);
  return following.withOrigins(value, all, all, undefined);
}

const rules: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ["get", get],
  ["get-in", getIn],
  ["assoc", assoc],
  ["assoc-in", inPath],
  ["update", update],
  ["update-in", inPath],
  ["select-keys", selectKeys],
  ["dissoc", selectKeys],
  ["merge", merge],
]);

export function fieldRuleOf(name: string): FieldRule | undefined {
  return rules.get(name);
}
