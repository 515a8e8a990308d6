// Measures the approximate size of a value as JSON, in bytes. Shared structure counts each time it
// occurs, as in the JSON. The walk therefore stops once the size exceeds the requested limit.

import {
  Keyword,
  LazySequence,
  MapValue,
  RegexValue,
  SetValue,
  SymbolValue,
  Vector,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { WrittenValue } from "../evaluation/errors/written-value.ts";
import { WrittenFunction } from "../functions/written-function.ts";

/** Returns the size of `value` in bytes, or `undefined` if it is above `atMost`. */
export function valueSize(value: Value, atMost: number): number | undefined {
  const scale = new Scale(atMost);
  scale.weigh(value, 0);
  // The set grows while sequences that others read are added.
  for (const { realized, continuation = [] } of scale.sequences)
    for (const parts of [realized, continuation] as (Value | undefined)[][])
      if (!parts.every((part) => part === undefined || scale.weigh(part, 0))) return undefined;
  return scale.isOver ? undefined : scale.bytes;
}

const bytesOfNumber = 4;
/** Bytes of the separator after an element or a key. */
const bytesBetween = 1;

class Scale {
  bytes = 0;
  /** The lazy sequences met so far. Each counts once. */
  readonly sequences = new Set<LazySequence["elements"]>();
  private readonly atMost: number;

  constructor(atMost: number) {
    this.atMost = atMost;
  }

  get isOver(): boolean {
    return this.bytes > this.atMost;
  }

  /**
   * Adds the size of `value`. Returns true while the total is within `atMost`, so loops over
   * elements can stop early.
   */
  weigh(value: Value, depth: number): boolean {
    this.bytes += bytesBetween;
    if (this.isOver || depth > maximumDataDepth) return !this.isOver;
    if (typeof value === "string") this.bytes += value.length;
    else if (typeof value === "bigint") this.bytes += value.toString(16).length;
    else if (typeof value !== "object" || value === null) this.bytes += bytesOfNumber;
    else this.weighObject(value, depth + 1);
    return !this.isOver;
  }

  private weighObject(
    value: Exclude<Value, string | number | bigint | boolean | null>,
    depth: number,
  ): void {
    if (value instanceof Keyword || value instanceof SymbolValue) this.bytes += value.text.length;
    else if (value instanceof RegexValue) this.bytes += value.source.length;
    else if (value instanceof MapValue)
      value.every((key, item) => this.weigh(key, depth) && this.weigh(item, depth));
    else if (value instanceof SetValue) value.every((member) => this.weigh(member, depth));
    else if (value instanceof Vector)
      for (let index = 0; index < value.count && this.weigh(value.at(index), depth); index++);
    else if (value instanceof WrittenFunction) {
      this.bytes += value.sourceLength;
      value.held.every((held) => this.weigh(held, depth));
    } else if (value instanceof WrittenValue) value.held.every((held) => this.weigh(held, depth));
    else if (value instanceof LazySequence) this.sequences.add(value.elements);
    else this.bytes += bytesOfNumber;
  }
}
