// Checks data without a more specific type (`:any`, `:map`) for cycles and for excessive depth,
// because such data can't be printed or passed on. Takes linear time, no matter how often parts are
// shared.

import { maximumDataDepth, type WorkMeter } from "@ptc/core/values";
import { isMapLike, keysOf, readKey } from "./host-data.ts";

export type DataProblem = "cyclic" | "deep";

/**
 * Up to this many parts, a second visit is cheaper than remembering the result. Above it, shared
 * data must not be visited twice.
 */
const rememberedWork = 32;

/** Remembers visited data. Use one instance per validation. */
export class FiniteData {
  private readonly heights = new Map<object, number>();
  /** The collections on the path to the current location, outermost first. */
  private readonly ancestors: object[] = [];
  private problem: DataProblem | undefined;
  private work = 0;
  private readonly meter: WorkMeter;

  constructor(meter: WorkMeter) {
    this.meter = meter;
  }

  /** Returns the problem of a value that is nested `depth` levels deep. */
  problemOf(value: unknown, depth: number): DataProblem | undefined {
    this.problem = undefined;
    this.heightOf(value, depth);
    return this.problem;
  }

  /**
   * Returns how many levels of collections a value has: 0 for other values. The result is
   * meaningless once a problem is found.
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
   * True if a collection appears twice on the path. It runs only at the depth limit, which all
   * cyclic data reaches.
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
