// Writes language values as JSON text: keywords as their names, sets as arrays, times as ISO text.
// A value without a JSON form is an error with a hint. Charges for text while writing.

import {
  Keyword,
  MapValue,
  SetValue,
  Temporal,
  Vector,
  DataDepthError,
  maximumDataDepth,
  typeName,
  type Value,
} from "@ptc/core/values";
import { temporalText } from "@ptc/core/internal/values";
import { numberText, spendDecimalDigits } from "@ptc/core/internal/printing";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after } from "../../evaluation/result.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { described } from "../../evaluation/arguments/expectations.ts";
import { TextBuilder } from "../text/text-builder.ts";
import { chargeText } from "../text/text-cost.ts";

/** @throws EvaluationError for values without a JSON form; DataDepthError; LimitError */
export function writeJson(
  branch: Branch,
  value: Value,
  operation: string,
  isPretty = false,
): string | Promise<string> {
  const writer = new JsonWriter(branch, operation, isPretty);
  return after(writer.value(value, 0), () => writer.text.finish());
}

/** A promise if the host has turns before everything is written. */
type Written = undefined | Promise<undefined>;

/** An object with at most this many fields is small. */
const fewFields = 64;

class JsonWriter {
  readonly text: TextBuilder;
  private readonly branch: Branch;
  private readonly operation: string;
  /** True to put each member on its own line, indented by two spaces per level. */
  private readonly isPretty: boolean;

  constructor(branch: Branch, operation: string, isPretty: boolean) {
    this.branch = branch;
    this.text = new TextBuilder(branch);
    this.isPretty = isPretty;
    this.operation = operation;
  }

  value(value: Value, depth: number): Written {
    if (--this.branch.ticks < 0) this.branch.refill();
    if (depth > maximumDataDepth) throw new DataDepthError();
    if (value instanceof Vector) return this.array(value.count, (index) => value.at(index), depth);
    if (value instanceof SetValue) {
      const members = value.toArray();
      return this.array(members.length, (index) => members[index] ?? null, depth);
    }
    if (value instanceof MapValue) return this.object(value, depth);
    this.add(this.scalar(value));
    return undefined;
  }

  private array(count: number, item: (index: number) => Value, depth: number): Written {
    this.add("[");
    return this.items(count, item, depth, 0);
  }

  /** Writes the items from `start` on, and the end of the array. */
  private items(
    count: number,
    item: (index: number) => Value,
    depth: number,
    start: number,
  ): Written {
    const { branch } = this;
    for (let index = start; index < count; index++) {
      if (index > 0) this.add(",");
      this.line(depth + 1);
      let written = this.value(item(index), depth + 1);
      if (branch.mayAwait && branch.turnIsOver) written ??= branch.inNextTurn(() => undefined);
      if (written !== undefined) return this.itemsAfter(written, count, item, depth, index + 1);
    }
    if (count > 0) this.line(depth);
    this.add("]");
    return undefined;
  }

  private itemsAfter(
    written: Promise<undefined>,
    count: number,
    item: (index: number) => Value,
    depth: number,
    start: number,
  ): Written {
    return written.then(() => this.items(count, item, depth, start));
  }

  /** Writes an object. The host has turns between its fields, unless they are few and small. */
  private object(map: MapValue<Value>, depth: number): Written {
    const names = new Set<string>();
    const isSmall = map.count <= fewFields;
    /** The fields from the first collection on. */
    const others: [Value, Value][] = [];
    this.add("{");
    map.forEach((key, item) => {
      if (!isSmall || others.length > 0 || hasParts(item)) others.push([key, item]);
      else {
        this.field(names, key, depth);
        // Returns no promise, because only collections pause.
        void this.value(item, depth + 1);
      }
    });
    return this.fields(others, names, depth, 0);
  }

  /** Writes the fields from `start` on, and the end of the object. */
  private fields(
    entries: readonly (readonly [Value, Value])[],
    names: Set<string>,
    depth: number,
    start: number,
  ): Written {
    const { branch } = this;
    for (let index = start; index < entries.length; index++) {
      const [key, item] = entries[index] as readonly [Value, Value];
      this.field(names, key, depth);
      let written = this.value(item, depth + 1);
      if (branch.mayAwait && branch.turnIsOver) written ??= branch.inNextTurn(() => undefined);
      if (written !== undefined) return this.fieldsAfter(written, entries, names, depth, index + 1);
    }
    this.endObject(names, depth);
    return undefined;
  }

  private fieldsAfter(
    written: Promise<undefined>,
    entries: readonly (readonly [Value, Value])[],
    names: Set<string>,
    depth: number,
    start: number,
  ): Written {
    return written.then(() => this.fields(entries, names, depth, start));
  }

  private field(names: Set<string>, key: Value, depth: number): void {
    const name = this.fieldName(key);
    this.branch.charge(16);
    if (names.has(name))
      throw this.refusal(`two keys are both ${JSON.stringify(name)} in JSON`, "rename one of them");
    if (names.size > 0) this.add(",");
    names.add(name);
    this.line(depth + 1);
    this.add(`${this.quoted(name)}:${this.isPretty ? " " : ""}`);
  }

  private endObject(names: ReadonlySet<string>, depth: number): void {
    if (names.size > 0) this.line(depth);
    this.add("}");
  }

  private scalar(value: Value): string {
    if (value === null || typeof value === "boolean") return String(value);
    if (typeof value === "string") return this.quoted(value);
    if (typeof value === "number" && !Number.isFinite(value))
      throw this.refusal(
        `${numberText(value)} has no JSON form`,
        "replace it with nil, or with (str x)",
      );
    if (typeof value === "number" || typeof value === "bigint") return this.number(value);
    if (value instanceof Keyword) return this.quoted(value.text);
    if (value instanceof Temporal) return this.quoted(temporalText(value));
    throw this.refusal(`${described(value)} has no JSON form`, "omit it, or convert it with str");
  }

  private fieldName(key: Value): string {
    if (typeof key === "string") return key;
    if (key instanceof Keyword) return key.text;
    if (key instanceof Temporal) return temporalText(key);
    if (key === null) return "nil";
    if (typeof key !== "object") return typeof key === "boolean" ? String(key) : this.number(key);
    throw this.refusal(
      `a ${typeName(key)} cannot be a key in JSON`,
      "use strings or keywords as keys, or write a vector of pairs",
    );
  }

  private number(value: number | bigint): string {
    if (typeof value === "bigint") spendDecimalDigits(value, this.branch);
    return numberText(value);
  }

  private quoted(text: string): string {
    chargeText(this.branch, text.length);
    return JSON.stringify(text);
  }

  private line(depth: number): void {
    if (!this.isPretty) return;
    chargeText(this.branch, 1 + 2 * depth);
    this.add(`\n${"  ".repeat(depth)}`);
  }

  private add(text: string): void {
    this.branch.charge(16);
    this.text.add(text);
  }

  private refusal(message: string, hint: string): EvaluationError {
    return new EvaluationError("argument_error", `${this.operation}: ${message}`, {
      op: this.operation,
      hint,
    });
  }
}

function hasParts(value: Value): boolean {
  return value instanceof Vector || value instanceof SetValue || value instanceof MapValue;
}
