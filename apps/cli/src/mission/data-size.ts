// How much data a tool returned, in rows and bytes, for a person who watches.

import { workBudget } from "@ptc/core/values";
import { hostJson } from "../values/host-json.ts";

/** The work that measuring one answer may make: it takes some tenths of a second. */
const maximumWork = 2_000_000;

export interface DataSize {
  /** `512 rows`, `map with 3 keys`, `text`. */
  readonly outline: string;
  /** The size of the result as JSON; `undefined` when it cannot be determined. */
  readonly bytes: number | undefined;
}

export function dataSize(result: unknown): DataSize {
  return { outline: outlineOf(result), bytes: bytesOf(result) };
}

function outlineOf(result: unknown): string {
  if (Array.isArray(result)) return countText(result.length, "row");
  if (result instanceof Map || result instanceof Set)
    return countText(result.size, "entry", "entries");
  if (typeof result !== "object" || result === null)
    return result === null || result === undefined
      ? "nothing"
      : typeof result === "string"
        ? "a text"
        : `a ${typeof result}`;
  const lists = Object.entries(result).filter((field): field is [string, unknown[]] =>
    Array.isArray(field[1]),
  );
  if (lists.length > 0 && lists.length <= 3)
    return lists.map(([name, rows]) => `${name}: ${countText(rows.length, "row")}`).join(", ");
  return `a map of ${countText(Object.keys(result).length, "field")}`;
}

function bytesOf(result: unknown): number | undefined {
  try {
    return Buffer.byteLength(
      JSON.stringify(hostJson(result, workBudget("measuring an answer", maximumWork))),
    );
  } catch {
    // The data refers to itself, throws when it is read, or is too large to be measured. It is
    // shown without a size.
    return undefined;
  }
}

/** `1 row`, `2,048 rows` */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** `12,345` */
export function numberText(count: number): string {
  return count.toLocaleString("en-US");
}

/** `812 bytes`, `48.2 kB`, `3.1 MB` */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return countText(bytes, "byte");
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}
