// Describes how much data a tool returned, in rows and bytes, for people who watch a run.

import { workBudget } from "../../values/index.ts";
import { countText } from "./count-text.ts";
import { hostJson } from "./host-json.ts";

/** The work limit for measuring one result, which takes a few tenths of a second. */
const maximumWork = 2_000_000;

/** The description of a tool's result. */
export interface DataSize {
  /** `512 rows`, `map with 3 keys`, `text`. */
  readonly outline: string;
  /** The size of the result as JSON, or `undefined` if it can't be determined. */
  readonly bytes: number | undefined;
}

/** Returns the outline and the size of a tool's result. */
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
    const json = hostJson(result, workBudget("measuring a result", maximumWork));
    return new TextEncoder().encode(JSON.stringify(json)).length;
  } catch {
    // The data is circular, throws when read, or is too large to measure. Omit the size.
    return undefined;
  }
}
