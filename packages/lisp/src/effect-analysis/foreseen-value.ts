// The knowledge of the analysis about a value. A function of the program is followed as long as
// each of its calls is known. When it goes to a place that the analysis doesn't follow, it escapes:
// it may then be called any number of times.

import { getField, Keyword, MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import type { FunctionNode } from "../analysis/core-tree.ts";
import type { ShapeType } from "./effect-analysis.ts";

/** A function of the program with the values it captured. */
export interface ForeseenFunction {
  readonly kind: "function";
  readonly node: FunctionNode;
  readonly captured: readonly Foreseen[];
  /** The functions of its `letfn`; empty for any other function. */
  readonly group: readonly FunctionNode[];
}

export type Foreseen =
  /** Contains no function that is still followed. */
  | { readonly kind: "any"; readonly type?: ShapeType }
  /** A value that is written in the program, or part of the context. Contains no such function. */
  | { readonly kind: "constant"; readonly value: Value; readonly isData: boolean }
  | { readonly kind: "items"; readonly type: "vector" | "set"; readonly items: readonly Foreseen[] }
  | { readonly kind: "fields"; readonly entries: readonly (readonly [Foreseen, Foreseen])[] }
  /** A collection of an unknown content, and at most this many elements. */
  | { readonly kind: "sized"; readonly least: number; readonly most: number }
  | ForeseenFunction
  /** A var of a definition of the program. */
  | { readonly kind: "var"; readonly name: string };

export const anything: Foreseen = { kind: "any" };

export function anyOf(type: ShapeType): Foreseen {
  return { kind: "any", type };
}

export function constantOf(value: Value, isData = false): Foreseen {
  return { kind: "constant", value, isData };
}

/** The number of elements that an iteration over the value has. */
export interface Count {
  readonly least: number;
  readonly most: number;
}

const anyCount: Count = { least: 0, most: Infinity };
const none: Count = { least: 0, most: 0 };

export function countOf(value: Foreseen): Count {
  switch (value.kind) {
    case "items":
      // The items of a set may be equal.
      return value.type === "set"
        ? { least: Math.min(1, value.items.length), most: value.items.length }
        : exactly(value.items.length);
    case "fields":
      return exactly(value.entries.length, Math.min(1, value.entries.length));
    case "sized":
      return value;
    case "constant":
      return countOfConstant(value.value);
    default:
      return anyCount;
  }
}

function exactly(most: number, least = most): Count {
  return { least, most };
}

function countOfConstant(value: Value): Count {
  if (value === null) return none;
  if (typeof value === "string") return { least: Math.min(1, value.length), most: value.length };
  if (value instanceof Vector || value instanceof MapValue || value instanceof SetValue)
    return exactly(value.count);
  return anyCount;
}

/** Returns the value of a field, or undefined if it isn't known which one is read. */
export function fieldOf(target: Foreseen, key: Foreseen): Foreseen | undefined {
  if (key.kind !== "constant" || key.isData) return undefined;
  if (target.kind === "constant" && target.value instanceof MapValue)
    return partOf(target.isData, target.value, key.value);
  if (target.kind !== "fields" || !(key.value instanceof Keyword)) return undefined;
  let found: Foreseen | undefined;
  for (const [name, value] of target.entries) {
    if (name.kind !== "constant" || !(name.value instanceof Keyword)) return undefined;
    if (name.value.text === key.value.text) found = value;
  }
  return found;
}

function partOf(isData: boolean, map: MapValue<Value>, key: Value): Foreseen | undefined {
  if (!(key instanceof Keyword) && typeof key !== "string") return undefined;
  try {
    const found = getField(map, key);
    return found === undefined ? undefined : constantOf(found, isData);
  } catch {
    // The context is the host's. Reading it when the program runs reports the error.
    return undefined;
  }
}

/** Returns the element of a destructured vector, or undefined if it isn't known. */
export function elementOf(source: Foreseen, index: number): Foreseen | undefined {
  return source.kind === "items" && source.type === "vector" ? source.items[index] : undefined;
}

/** True if two values are the same for the analysis. */
export function isSame(left: Foreseen, right: Foreseen): boolean {
  if (left === right) return true;
  if (left.kind === "constant" && right.kind === "constant")
    return left.value === right.value && left.isData === right.isData;
  return left.kind === "any" && right.kind === "any" && left.type === right.type;
}
