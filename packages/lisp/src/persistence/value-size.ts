// How large a value is where it is kept: about the bytes it takes as JSON. Structure that is shared
// counts each time it occurs, as it would be written. So the walk stops as soon as the size is more
// than the caller asks for.

import {
  Keyword,
  MapValue,
  RegexValue,
  SetValue,
  SymbolValue,
  Vector,
  maximumDataDepth,
  type Value,
} from "@ptc/core/values";
import { WrittenFunction } from "../functions/written-function.ts";

/** The size of `value` in bytes, or `undefined` when it is above `atMost`. */
export function valueSize(value: Value, atMost: number): number | undefined {
  const scale = new Scale(atMost);
  scale.weigh(value, 0);
  return scale.isOver ? undefined : scale.bytes;
}

const bytesOfNumber = 4;
/** What separates an element or a key from the next one. */
const bytesBetween = 1;

class Scale {
  bytes = 0;
  private readonly atMost: number;

  constructor(atMost: number) {
    this.atMost = atMost;
  }

  get isOver(): boolean {
    return this.bytes > this.atMost;
  }

  /**
   * Adds the size of `value`. Answers whether the total is still within `atMost`, so that loops
   * over elements know whether to go on.
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
    } else this.bytes += bytesOfNumber;
  }
}
