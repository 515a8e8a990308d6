// Prepares a value for memory when a program ends: lazy sequences in it are realised, and its size
// is measured as it would be written down. There structure that is shared, in data and in what
// functions hold, is written each time it occurs. So memory that can be kept can also be written
// down later.

import {
  FunctionValue,
  HostMap,
  Keyword,
  MapValue,
  SetValue,
  Vector,
  DataDepthError,
  maximumDataDepth,
  spendDigits,
  type Value,
} from "@ptc/core/values";
import type { Branch } from "../evaluation/branch.ts";
import { LimitError } from "../evaluation/errors.ts";
import { WrittenFunction } from "../functions/written-function.ts";
import { realised } from "../sequence/realise.ts";

/**
 * `value` as memory keeps it under `name`.
 * @throws EvaluationError `unbounded_sequence`; LimitError where it would take more than the memory
 * limit when written down; DataDepthError; ElementPending for an element that has to be waited for
 */
export function keptValue(branch: Branch, value: Value, name: string): Value {
  if (typeof value !== "object" || value === null) return value;
  const whole = realised(branch, value, name);
  new Measure(branch).value(whole, 0);
  return whole;
}

const bytesOfElement = 16;
const bytesOfFunction = 64;

class Measure {
  private readonly branch: Branch;
  private bytes = 0;
  private readonly digits = {
    spend: (count: number): void => {
      this.text(count);
    },
  };

  constructor(branch: Branch) {
    this.branch = branch;
  }

  /** Host data is not walked: the host knows its size. */
  value(value: Value, depth: number): void {
    if (typeof value === "string") this.text(value.length);
    else if (typeof value === "bigint") spendDigits(value, this.digits);
    else if (typeof value !== "object" || value === null || value instanceof HostMap) return;
    else if (value instanceof Keyword) this.text(value.text.length);
    else if (value instanceof FunctionValue) this.function(value, depth);
    else this.collection(value, depth);
  }

  private collection(value: Extract<Value, object>, depth: number): void {
    if (depth > maximumDataDepth) throw new DataDepthError();
    if (value instanceof Vector) {
      if (value.isHost) return;
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
    if (!(fn instanceof WrittenFunction) || fn.held.length === 0) return;
    if (depth > maximumDataDepth) throw new DataDepthError();
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
