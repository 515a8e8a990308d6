// Checks data that no type describes further (`:any`, `:map`) for two things: data that contains
// itself, or is nested deeper than values may be, could never be printed or handed on. Takes linear
// time, however often parts are shared.

import { maximumDataDepth, type WorkMeter } from "@ptc/core/values";
import { isMapLike, keysOf, readKey } from "./host-data.ts";

export type DataProblem = "cyclic" | "deep";

/**
 * Up to this many parts, walking again is cheaper than remembering. Beyond that, shared data must
 * not be walked twice.
 */
const rememberedWork = 32;

/** Remembers what it walked. An instance serves one validation. */
export class FiniteData {
  private readonly heights = new Map<object, number>();
  /** The collections that lead to the current place, outermost first. */
  private readonly ancestors: object[] = [];
  private problem: DataProblem | undefined;
  private work = 0;
  private readonly meter: WorkMeter;

  constructor(meter: WorkMeter) {
    this.meter = meter;
  }

  /** What is wrong with a value that is nested `depth` levels deep. */
  problemOf(value: unknown, depth: number): DataProblem | undefined {
    this.problem = undefined;
    this.heightOf(value, depth);
    return this.problem;
  }

  /**
   * How many levels of collections a value has: 0 when it is none. Means nothing once a problem is
   * found.
   */
  private heightOf(value: unknown, depth: number): number {
    this.work += 1;
    this.meter.spend(1);
    if (typeof value !== "object" || value === null || this.problem !== undefined) return 0;
    const known = this.heights.get(value);
    if (depth + (known ?? 1) > maximumDataDepth)
      this.problem = this.isOwnAncestor(value) ? "cyclic" : "deep";
    if (known !== undefined || this.problem !== undefined) return known ?? 0;
    return this.measure(value, depth);
  }

  private measure(value: object, depth: number): number {
    const workBefore = this.work;
    let height = 1;
    this.ancestors.push(value);
    forEachPart(value, (part) => {
      height = Math.max(height, 1 + this.heightOf(part, depth + 1));
    });
    this.ancestors.pop();
    if (this.work - workBefore > rememberedWork) this.heights.set(value, height);
    return height;
  }

  /**
   * Data that contains itself is found because its depth has no end. Then a collection appears
   * twice among those that lead to the place.
   */
  private isOwnAncestor(value: object): boolean {
    return new Set([...this.ancestors, value]).size <= this.ancestors.length;
  }
}

function forEachPart(value: object, visit: (part: unknown) => void): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) visit(value[index]);
  } else if (value instanceof Set) value.forEach(visit);
  else if (value instanceof Map) {
    value.forEach((item: unknown, key: unknown) => {
      visit(key);
      visit(item);
    });
  } else if (isMapLike(value)) {
    for (const key of keysOf(value)) visit(readKey(value, key));
  }
}
