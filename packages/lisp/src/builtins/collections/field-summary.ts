// The summary of the values of one field, for `describe`. Stores only counts and short texts.

import { printBounded } from "@ptc/core/printing";
import {
  FunctionValue,
  Keyword,
  LazySequence,
  MapValue,
  SetValue,
  Vector,
  typeName,
  type Value,
} from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";

const mostDistinct = 50;
const longestExample = 120;
/** Longer texts aren't read as numbers. */
const longestNumber = 64;

const scalars: ReadonlySet<string> = new Set([
  "nil",
  "boolean",
  "integer",
  "float",
  "string",
  "keyword",
]);

/** Returns the type of a value, as the summaries name it. */
export function describedType(value: Value): string {
  if (value === null) return "nil";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number") {
    if (Number.isInteger(value)) return "integer";
    return Number.isNaN(value) ? "nan" : Number.isFinite(value) ? "float" : "infinity";
  }
  if (value instanceof LazySequence || value instanceof Vector) return "vector";
  return value instanceof FunctionValue ? "function" : typeName(value);
}

export function keywordMap(parts: readonly (readonly [string, Value])[]): Value {
  const builder = new MapBuilder();
  for (const [name, value] of parts) builder.set(new Keyword(name), value);
  return builder.build();
}

/** Returns the beginning of a value as text; a string without quotes. */
export function shortText(value: Value): string {
  if (typeof value === "string")
    return value.length <= longestExample
      ? value
      : // eslint-disable-next-line texts/shortened-texts -- this mark is the one of ptc_runner
        `${value.slice(0, longestExample)}...(${String(value.length)} chars)`;
  const { text, truncated } = printBounded(value, {
    maxCharacters: longestExample,
    hideFirewalled: true,
  });
  return truncated ? `${text}...` : text;
}

export class FieldSummary {
  private readonly branch: Branch;
  private readonly mostExamples: number;
  private isHidden: boolean;
  private readonly types = new Map<string, number>();
  private readonly examples = new Map<string, Value>();
  private readonly distinct = new Set<string>();
  private hasMoreDistinct = false;
  private countable = 0;
  private nonEmpty = 0;
  private range: readonly [least: number, most: number] | undefined;
  private values = 0;
  private rows = 0;
  private lastRow = -1;

  /** `isHidden`: the field is firewalled, so the summary shows no values of it. */
  constructor(branch: Branch, mostExamples: number, isHidden: boolean) {
    this.branch = branch;
    this.mostExamples = mostExamples;
    this.isHidden = isHidden;
    branch.charge(512);
  }

  hide(): void {
    this.isHidden = true;
  }

  get firstExample(): Value {
    const [first = null] = this.examples.values();
    return first;
  }

  /** Adds a value of the row with this index. */
  add(value: Value, rowIndex: number): void {
    const type = describedType(value);
    this.branch.spend(8);
    this.values += 1;
    if (rowIndex !== this.lastRow) this.rows += 1;
    this.lastRow = rowIndex;
    this.types.set(type, (this.types.get(type) ?? 0) + 1);
    const size = sizeOf(value);
    if (size !== undefined) {
      this.countable += 1;
      if (size > 0) this.nonEmpty += 1;
    }
    if (this.isHidden) return;
    this.addMeasure(value);
    const isScalar = scalars.has(type);
    if (this.examples.size === this.mostExamples && (!isScalar || this.hasMoreDistinct)) return;
    const text = shortText(value);
    const id = `${type}:${text}`;
    this.branch.spend(8);
    if (isScalar && !this.distinct.has(id)) {
      this.hasMoreDistinct = this.distinct.size === mostDistinct;
      if (!this.hasMoreDistinct) this.distinct.add(id);
    }
    if (this.examples.size < this.mostExamples && !this.examples.has(id))
      this.examples.set(id, isScalar && typeof value !== "string" ? value : text);
  }

  private addMeasure(value: Value): void {
    const isNumber = typeof value === "number" || typeof value === "bigint";
    const isText =
      typeof value === "string" &&
      value.length <= longestNumber &&
      /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
    const number = isNumber || isText ? Number(value) : NaN;
    if (!Number.isFinite(number)) return;
    const [least, most] = this.range ?? [number, number];
    this.range = [Math.min(least, number), Math.max(most, number)];
  }

  /** With `rows`, the number and share of rows that have the field come first. */
  summary(rows: number | undefined): Value {
    return keywordMap(this.parts(rows));
  }

  parts(rows: number | undefined): [string, Value][] {
    const parts: [string, Value][] = [];
    if (rows !== undefined)
      parts.push(["present", this.rows], ["pct", Math.round((this.rows / rows) * 1000) / 10]);
    parts.push(["types", countsOf(this.types)]);
    if (!this.isHidden) parts.push(["examples", Vector.of<Value>([...this.examples.values()])]);
    if (this.countable > 0) parts.push(["non_empty", this.nonEmpty]);
    if (this.range !== undefined)
      parts.push([
        "range",
        keywordMap([
          ["min", this.range[0]],
          ["max", this.range[1]],
        ]),
      ]);
    if (this.distinct.size > 0) parts.push(["distinct_count", this.distinct.size]);
    if (this.hasMoreDistinct) parts.push(["distinct_capped", true]);
    if (rows !== undefined && this.values > this.rows) parts.push(["value_count", this.values]);
    return parts;
  }
}

/** Returns the size of a value that may be empty. */
function sizeOf(value: Value): number | undefined {
  if (typeof value === "string") return value.length;
  return value instanceof Vector || value instanceof MapValue || value instanceof SetValue
    ? value.count
    : undefined;
}

function countsOf(types: ReadonlyMap<string, number>): Value {
  const builder = new MapBuilder();
  for (const [name, count] of types) builder.set(name, count);
  return builder.build();
}
