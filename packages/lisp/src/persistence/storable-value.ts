// Prepares a value for memory when a program ends: lazy sequences in it are realized, and its size
// is measured as it would be written down. There structure that is shared, in data and in what
// functions hold, is written each time it occurs. So memory that can be kept can also be written
// down later.

import {
  FunctionValue,
  HostMap,
  Keyword,
  MapValue,
  OpaqueValue,
  SetValue,
  SortedMap,
  SortedSet,
  Vector,
  DataDepthError,
  hasTooManyBits,
  maximumDataDepth,
  maximumIntegerBits,
  spendDigits,
  type Value,
} from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError, LimitError } from "../evaluation/errors/errors.ts";
import { WrittenFunction } from "../functions/written-function.ts";
import { realized } from "../sequence/realize.ts";

/**
 * `value` as memory keeps it under `name`. Data of the host is kept as it is: to look through all
 * of it would take as long as the programs that it is given to.
 * @throws EvaluationError `unbounded_sequence`, or for an integer of the host that is too large;
 * LimitError where it would take more than the memory limit when written down; DataDepthError;
 * ElementPending for an element that has to be waited for
 */
export function storableValue(branch: Branch, value: Value, name: string): Value {
  if (typeof value === "bigint") assertStorable(value, name);
  if (typeof value !== "object" || value === null) return value;
  const whole = realized(branch, value, name);
  new Measure(branch, name).value(whole, 0);
  return whole;
}

const bytesOfElement = 16;
const bytesOfFunction = 64;

/** No operation makes such an integer, but a host may have one. */
function assertStorable(value: bigint, name: string): void {
  if (!hasTooManyBits(value)) return;
  throw new EvaluationError(
    "arithmetic_error",
    `${name}: an integer of more than ${String(maximumIntegerBits)} bits cannot be kept`,
    { op: "def", hint: "keep its text, or a decimal: (double x)" },
  );
}

class Measure {
  private readonly branch: Branch;
  private readonly name: string;
  private bytes = 0;
  private readonly digits = {
    spend: (count: number): void => {
      this.text(count);
    },
  };

  constructor(branch: Branch, name: string) {
    this.branch = branch;
    this.name = name;
  }

  value(value: Value, depth: number): void {
    if (typeof value === "string") this.text(value.length);
    else if (typeof value === "bigint") {
      assertStorable(value, this.name);
      spendDigits(value, this.digits);
    } else if (typeof value !== "object" || value === null) return;
    else if (value instanceof Keyword) this.text(value.text.length);
    else if (value instanceof FunctionValue) this.function(value, depth);
    else if (value instanceof OpaqueValue) this.value((value.asData ?? null) as Value, depth);
    else if (!(value instanceof HostMap || (value instanceof Vector && value.isHost)))
      this.collection(value, depth);
  }

  private collection(value: Extract<Value, object>, depth: number): void {
    if (depth > maximumDataDepth) throw new DataDepthError();
    if (value instanceof SortedMap || value instanceof SortedSet) {
      const { comparator } = value.order;
      if (typeof comparator !== "string") this.value(comparator, depth + 1);
    }
    if (value instanceof Vector) {
      this.elements(value.count);
      for (let index = 0; index < value.count; index++) this.value(value.at(index), depth + 1);
    } else if (value instanceof MapValue) {
      this.elements(value.count);
      value.forEach((key, item) => {
        this.value(key, depth + 1);
        this.value(item, depth + 1);
      });
    } else if (value instanceof SetValue) {
      this.elements(value.count);
      for (const member of value.toArray()) this.value(member, depth + 1);
    }
  }

  private function(fn: FunctionValue, depth: number): void {
    if (depth > maximumDataDepth) throw new DataDepthError();
    if (!(fn instanceof WrittenFunction) || fn.held.length === 0) return;
    this.branch.spend(4);
    this.count(bytesOfFunction + fn.sourceLength);
    for (const value of fn.held) this.value(value, depth + 1);
  }

  private elements(count: number): void {
    this.branch.spend(1 + (count >>> 2));
    this.count(count * bytesOfElement);
  }

  private text(length: number): void {
    if (length < 16) return;
    this.branch.spend(length >>> 4);
    this.count(length);
  }

  private count(bytes: number): void {
    const { memoryBytes } = this.branch.evaluation.limits;
    if ((this.bytes += bytes) > memoryBytes) throw new LimitError("memoryBytes", memoryBytes);
  }
}
