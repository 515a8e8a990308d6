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
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { described } from "../../evaluation/arguments/expectations.ts";
import { joinTexts } from "../text/printed-text.ts";
import { chargeText } from "../text/text-cost.ts";

/** @throws EvaluationError for values without a JSON form; DataDepthError; LimitError */
export function writeJson(
  branch: Branch,
  value: Value,
  operation: string,
  isPretty = false,
): string {
  const writer = new JsonWriter(branch, operation, isPretty);
  writer.value(value, 0);
  return joinTexts(branch, writer.parts, "");
}

class JsonWriter {
  readonly parts: string[] = [];
  private readonly branch: Branch;
  private readonly operation: string;
  /** True to put each member on its own line, indented by two spaces per level. */
  private readonly isPretty: boolean;

  constructor(branch: Branch, operation: string, isPretty: boolean) {
    this.branch = branch;
    this.isPretty = isPretty;
    this.operation = operation;
  }

  value(value: Value, depth: number): void {
    if (--this.branch.ticks < 0) this.branch.refill();
    if (depth > maximumDataDepth) throw new DataDepthError();
    if (value instanceof Vector) this.array(value.count, (index) => value.at(index), depth);
    else if (value instanceof SetValue) {
      const members = value.toArray();
      this.array(members.length, (index) => members[index] ?? null, depth);
    } else if (value instanceof MapValue) this.object(value, depth);
    else this.add(this.scalar(value));
  }

  private array(count: number, item: (index: number) => Value, depth: number): void {
    this.add("[");
    for (let index = 0; index < count; index++) {
      if (index > 0) this.add(",");
      this.line(depth + 1);
      this.value(item(index), depth + 1);
    }
    if (count > 0) this.line(depth);
    this.add("]");
  }

  private object(map: MapValue<Value>, depth: number): void {
    const names = new Set<string>();
    this.add("{");
    map.forEach((key, item) => {
      const name = this.fieldName(key);
      this.branch.charge(16);
      if (names.has(name))
        throw this.refusal(
          `two keys are both ${JSON.stringify(name)} in JSON`,
          "rename one of them",
        );
      if (names.size > 0) this.add(",");
      names.add(name);
      this.line(depth + 1);
      this.add(`${this.quoted(name)}:${this.isPretty ? " " : ""}`);
      this.value(item, depth + 1);
    });
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
    this.parts.push(text);
  }

  private refusal(message: string, hint: string): EvaluationError {
    return new EvaluationError("argument_error", `${this.operation}: ${message}`, {
      op: this.operation,
      hint,
    });
  }
}
