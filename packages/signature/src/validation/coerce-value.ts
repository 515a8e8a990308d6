// Converts a string to a value of another type, for models that write strings instead of other
// values.

import { parseInstant } from "@ptc/core/internal/instant";
import type { Type } from "../model.ts";

const readers: Partial<Readonly<Record<Type["kind"], (text: string) => unknown>>> = {
  int: (text) => (/^[+-]?\d+$/u.test(text) ? safeInteger(Number(text)) : undefined),
  float: (text) =>
    /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/u.test(text)
      ? finite(Number(text))
      : undefined,
  bool: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  datetime: (text) => dateOf(text),
};

/** Longer texts contain no number and no time. */
const longestText = 400;

/**
 * Returns the value of a kind that `text` contains, or `undefined` if it contains none. A time
 * without an offset is not converted, because its instant is unknown.
 */
export function coerceText(kind: Type["kind"], text: string): unknown {
  return text.length > longestText ? undefined : readers[kind]?.(text.trim());
}

function safeInteger(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function dateOf(text: string): Date | undefined {
  const instant = parseInstant(text);
  return instant === undefined ? undefined : new Date(instant.amount);
}
