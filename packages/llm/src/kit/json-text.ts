// JSON that an adapter sends and receives, with exact integers.

import { fromJson, toJson } from "@ptc/core/json";
import { rawInteger } from "@ptc/core/internal/json";
import { isObject } from "@ptc/core/internal/host";
import { recordOf } from "@ptc/core/internal/values";

/** Like `JSON.stringify`, for data that may contain bigints: they are numbers with all digits. */
export function exactJsonText(value: unknown): string {
  try {
    return JSON.stringify(value ?? null);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return toJson(value, { bigint: "number" });
  }
}

/**
 * Returns data for a library that calls `JSON.stringify` itself. A bigint becomes a number with all
 * of its digits, or text on hosts without `JSON.rawJSON`.
 */
export function stringifiable(value: unknown): unknown {
  if (typeof value === "bigint") return rawInteger(value) ?? String(value);
  if (Array.isArray(value)) {
    const items = value.map(stringifiable);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(
    ([name, item]) => [name, stringifiable(item), item] as const,
  );
  return fields.some(([, written, item]) => written !== item)
    ? recordOf(fields.map(([name, written]) => [name, written]))
    : value;
}

/** Makes `response.json()`, which an SDK calls, read integers exactly. */
export function withExactJson(response: Response): Response {
  return Object.defineProperty(response, "json", {
    value: async () => fromJson(await response.text()),
  });
}
