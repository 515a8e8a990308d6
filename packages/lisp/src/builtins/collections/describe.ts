// `describe`: summarizes the shape of data in a map, with bounded work and bounded output.
//
//   value -> root: type, count, types of items or keys
//         -> :keys   one summary per field of the rows    FieldSummary
//         -> :paths  one summary per nested path          FieldSummary

import { Keyword, MapValue, SetValue, Vector, getField, type Value } from "@ptc/core/values";
import { MapBuilder, isFirewalledKey, isTruthy } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { row, type BuiltinRow } from "../row.ts";
import { FieldSummary, describedType, keywordMap, shortText } from "./field-summary.ts";

const mostItems = 1_000;
const mostKeys = 100;
const mostPaths = 300;
const mostPathValues = 10_000;
const deepestPath = 5;
const mostExamples = 3;

class Description {
  private readonly branch: Branch;
  private readonly examples: number;
  private readonly capsHit = new Set<string>();
  private pathValues = 0;

  constructor(branch: Branch, examples: number) {
    this.branch = branch;
    this.examples = examples;
  }

  /** Returns the description. `depth` is 0 without paths. */
  of(value: Value, depth: number): Value {
    const parts: [string, Value][] = [["type", describedType(value)]];
    if (value instanceof MapValue) this.ofMap(value, parts);
    else if (value instanceof SetValue || value instanceof Vector || value instanceof LazySeq)
      this.ofItems(value, parts);
    else parts.push(...this.ofScalar(value));
    if (depth > 0) parts.push(["paths", this.paths(value, depth)]);
    if (this.capsHit.size > 0)
      parts.push(["truncated", true], ["caps_hit", Vector.of<Value>([...this.capsHit].sort())]);
    return keywordMap(parts);
  }

  private ofScalar(value: Value): [string, Value][] {
    const field = this.field();
    field.add(value, 0);
    return [...field.parts(undefined), ["sample", field.firstExample]];
  }

  private ofMap(map: MapValue<Value>, parts: [string, Value][]): void {
    const fields = new Fields(() => this.field());
    this.eachEntry(map, (key, item) => {
      fields.for(key)?.add(item, 0);
    });
    parts.push(
      ["count", map.count],
      ["key_types", fields.types()],
      ["keys", fields.summaries(undefined)],
    );
  }

  private ofItems(
    value: Vector<Value> | SetValue<Value> | LazySeq,
    parts: [string, Value][],
  ): void {
    const { items, count } = this.items(value);
    const types = new Map<string, number>();
    const fields = new Fields(() => this.field());
    items.forEach((item, index) => {
      tally(types, describedType(item));
      if (!(item instanceof MapValue)) return;
      this.eachEntry(item, (key, field) => {
        const found = fields.for(key);
        if (found === undefined) this.capsHit.add("max_keys");
        else found.add(field, index);
      });
    });
    parts.push(
      ["count", count ?? items.length],
      ["scanned", items.length],
      ...(count === undefined ? [["count_capped", true] as [string, Value]] : []),
      ["item_types", textMap(types)],
    );
    if (fields.size > 0)
      parts.push(["keys", fields.summaries(items.length)], ["key_types", fields.types()]);
  }

  /** Returns the first items, and the count of all if it is known. */
  private items(value: Vector<Value> | SetValue<Value> | LazySeq): {
    readonly items: readonly Value[];
    readonly count: number | undefined;
  } {
    const items: Value[] = [];
    const { branch } = this;
    if (value instanceof LazySeq) {
      for (
        let item = value.at(0, branch);
        item !== undefined;
        item = value.at(items.length, branch)
      ) {
        if (items.length === mostItems) break;
        items.push(item);
      }
    } else if (value instanceof Vector) {
      for (let index = 0; index < Math.min(value.count, mostItems); index++)
        items.push(value.at(index));
    } else value.every((item) => items.push(item) < mostItems);
    branch.spend(items.length);
    branch.charge(16 * items.length);
    const count =
      value instanceof LazySeq
        ? value.at(items.length, branch) === undefined
          ? items.length
          : undefined
        : value.count;
    if (count !== items.length) this.capsHit.add("max_items");
    return { items, count };
  }

  private eachEntry(map: MapValue<Value>, visit: (key: Value, item: Value) => void): void {
    let left = mostKeys;
    map.every((key, item) => {
      if (left-- === 0) return false;
      this.branch.spend(8);
      visit(key, item);
      return true;
    });
    if (map.count > mostKeys) this.capsHit.add("max_keys");
  }

  private paths(value: Value, depth: number): Value {
    const found = new Map<string, FieldSummary>();
    const isRows = value instanceof Vector || value instanceof LazySeq;
    const roots = isRows ? this.items(value).items : [value];
    roots.forEach((root, index) => {
      this.collect(root, "", { depth, index, lists: 0, isHidden: false }, found);
    });
    const builder = new MapBuilder();
    for (const [path, field] of found) builder.set(path, field.summary(roots.length));
    return builder.build();
  }

  private collect(
    value: Value,
    prefix: string,
    at: PathState,
    found: Map<string, FieldSummary>,
  ): void {
    if (at.depth === 0 || this.pathValues > mostPathValues) return;
    if (value instanceof MapValue) {
      this.eachEntry(value, (key, item) => {
        const name = prefix + pathPart(key);
        if (++this.pathValues > mostPathValues) this.capsHit.add("max_path_values");
        else if (!found.has(name) && found.size === mostPaths) this.capsHit.add("max_paths");
        else {
          const isHidden = at.isHidden || isFirewalledKey(key);
          const field = found.get(name) ?? this.field(isHidden);
          found.set(name, field);
          field.add(item, at.index);
          this.collect(item, `${name}.`, { ...at, depth: at.depth - 1, isHidden }, found);
        }
      });
    } else if (value instanceof Vector && prefix !== "") {
      if (at.lists === deepestPath) {
        if (value.count > 0) this.capsHit.add("max_depth");
        return;
      }
      for (const item of this.items(value).items)
        this.collect(item, prefix, { ...at, lists: at.lists + 1 }, found);
    }
  }

  private field(isHidden = false): FieldSummary {
    return new FieldSummary(this.branch, this.examples, isHidden);
  }
}

interface PathState {
  /** The levels of maps below. */
  readonly depth: number;
  /** The row. */
  readonly index: number;
  /** The lists above. */
  readonly lists: number;
  /** True below a firewalled field. */
  readonly isHidden: boolean;
}

/** The fields of rows by their keys. Keys of different types have different summaries. */
class Fields {
  private readonly make: () => FieldSummary;
  private readonly fields = new Map<
    string,
    { readonly key: Value; readonly field: FieldSummary }
  >();
  private readonly keyTypes = new Map<string, number>();

  constructor(make: () => FieldSummary) {
    this.make = make;
  }

  get size(): number {
    return this.fields.size;
  }

  /** Returns the summary for a key; undefined if there are too many other keys. */
  for(key: Value): FieldSummary | undefined {
    const type = describedType(key);
    const id = `${type}:${typeof key === "string" ? key : shortText(key)}`;
    tally(this.keyTypes, type);
    const known = this.fields.get(id);
    if (known !== undefined) return known.field;
    if (this.fields.size === mostKeys) return undefined;
    const field = this.make();
    if (isFirewalledKey(key)) field.hide();
    this.fields.set(id, { key, field });
    return field;
  }

  types(): Value {
    return textMap(this.keyTypes);
  }

  /** With `rows`, each summary has the number and share of rows with the field. */
  summaries(rows: number | undefined): Value {
    const labels = new Map<string, number>();
    for (const { key } of this.fields.values()) tally(labels, keyLabel(key));
    const used = new Set<string>();
    const builder = new MapBuilder();
    for (const { key, field } of this.fields.values()) {
      const label = keyLabel(key);
      const plain = labels.get(label) === 1 ? label : `${describedType(key)}:${label}`;
      let name = plain;
      for (let number = 2; used.has(name); number++) name = `${plain}#${String(number)}`;
      used.add(name);
      builder.set(name, field.summary(rows));
    }
    return builder.build();
  }
}

function keyLabel(key: Value): string {
  return shortText(key);
}

function pathPart(key: Value): string {
  return keyLabel(key).replace(/[\\.]/g, "\\$&");
}

function tally(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function textMap(counts: ReadonlyMap<string, number>): Value {
  const builder = new MapBuilder();
  for (const [name, count] of [...counts].sort(([left], [right]) => (left < right ? -1 : 1)))
    builder.set(name, count);
  return builder.build();
}

function describe(branch: Branch, value: Value, options: Value): Value {
  if (options !== null && !(options instanceof MapValue))
    throw wrongType("describe", "a map of options", options, "write (describe x {:paths true})");
  const option = (name: string): Value =>
    options === null ? null : (getField(options, new Keyword(name)) ?? null);
  const depth = clamped(option("depth"), 1, deepestPath);
  const examples = clamped(option("sample"), mostExamples, mostExamples);
  return new Description(branch, examples).of(value, isTruthy(option("paths")) ? depth : 0);
}

/** Returns a whole number from 1 to `most`, or `fallback` for another value. */
function clamped(value: Value, fallback: number, most: number): number {
  return typeof value === "number" && Number.isInteger(value)
    ? Math.min(Math.max(value, 1), most)
    : fallback;
}

export const describeRows: readonly BuiltinRow[] = [
  row("describe", ["(describe x)", "(describe x {:paths true :depth n :sample n})"], {
    doc: "Summarizes the shape of data: types, keys with their share, ranges and examples; :paths adds nested fields up to :depth 5.",
    example: ['(:item_types (describe [1 "a" 2]))', '{"integer" 2, "string" 1}'],
    clojure: false,
    arities: { 1: (branch, value) => describe(branch, value, null), 2: describe },
  }),
];
