// Restores the digits of large integers in structured content. Clients parse messages with
// `JSON.parse`, which rounds such integers. The protocol asks servers to repeat the content as the
// JSON text of a part, and a text keeps its digits.

import { fromJson } from "@ptc/core/json";
import { isObject } from "@ptc/core/internal/host";

/** Returns the content of a text part if it differs only in rounded integers. */
export function withExactIntegers(structured: unknown, content: readonly unknown[]): unknown {
  if (!hasRounded(structured)) return structured;
  for (const part of content) {
    if (!isObject(part) || part["type"] !== "text" || typeof part["text"] !== "string") continue;
    const exact = parsed(part["text"]);
    if (rounds(exact, structured)) return exact;
  }
  return structured;
}

function parsed(text: string): unknown {
  try {
    return fromJson(text);
  } catch {
    return undefined;
  }
}

function hasRounded(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasRounded);
}

/** True if `JSON.parse` reads the text of `exact` as `value`. */
function rounds(exact: unknown, value: unknown): boolean {
  if (typeof exact === "bigint") return Number(exact) === value;
  if (typeof exact !== "object" || exact === null || typeof value !== "object" || value === null)
    return Object.is(exact, value);
  const names = Object.keys(exact);
  return (
    Array.isArray(exact) === Array.isArray(value) &&
    names.length === Object.keys(value).length &&
    names.every(
      (name) =>
        Object.hasOwn(value, name) &&
        rounds((exact as Record<string, unknown>)[name], (value as Record<string, unknown>)[name]),
    )
  );
}
