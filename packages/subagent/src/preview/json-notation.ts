// Writes values as JSON text for people and host code. Keywords become their names, and sets become
// lists. A last element or field describes omissions: `[1, 2, "... 98 more"]`,
// `{"a": 1, "...": "12 more"}`.

import { printBounded } from "@ptc/core/printing";
import { Keyword, RegexValue, SymbolValue, Temporal, type Value } from "@ptc/core/values";
import { temporalText } from "@ptc/core/internal/values";
import { isLonger } from "./long-integers.ts";
import { cutMark, spareDots, type CollectionKind, type Notation } from "./notation.ts";

export const jsonNotation: Notation = {
  sizeOf: (text) => text.length,
  brackets: { vector: ["[", "]"], set: ["[", "]"], map: ["{", "}"] },
  between: { vector: ", ", set: ", ", map: ", " },
  betweenKeyAndValue: ": ",
  leaf: leafText,
  cutText: (shown, omitted) =>
    JSON.stringify(`${shown}${cutMark} (${String(omitted)} more characters)`),
  key: keyText,
  omission: omissionText,
  marker: (name) => JSON.stringify(name),
  elsewhere: JSON.stringify(cutMark),
};

/** The same notation with all digits of numbers. */
export const exactJsonNotation: Notation = {
  ...jsonNotation,
  leaf: (value, room) =>
    typeof value === "number" && Number.isFinite(value)
      ? JSON.stringify(value)
      : leafText(value, room),
};

function leafText(value: Value, room: number): string | undefined {
  if (typeof value === "number") return shownNumber(value);
  if (typeof value === "bigint") return isLonger(value, room) ? undefined : String(value);
  if (typeof value === "boolean" || value === null) return String(value);
  const text = nameText(value);
  return text.length > room ? undefined : JSON.stringify(text);
}

/** Returns the number with at most two decimal places. Rounds only the text, not the value. */
function shownNumber(value: number): string {
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  const rounded = Number.isInteger(value) ? value : Number(value.toFixed(2));
  return String(rounded === 0 ? 0 : rounded);
}

function nameText(value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof Keyword || value instanceof SymbolValue) return value.text;
  if (value instanceof RegexValue) return value.source;
  return value instanceof Temporal ? temporalText(value) : printBounded(value).text;
}

const longestKey = 1_000;

/**
 * Returns the key as a field name. If two keys have the same name, such as `:a` and `"a"`, the
 * second one is written as in PTC-Lisp.
 */
function keyText(key: Value, used: ReadonlySet<string>): string | undefined {
  const printed = printBounded(key, { maxCharacters: longestKey, hideFirewalled: true });
  if (printed.truncated) return undefined;
  const isNamed =
    typeof key === "string" ||
    key instanceof Keyword ||
    key instanceof SymbolValue ||
    key instanceof Temporal;
  let text = JSON.stringify(isNamed ? nameText(key) : printed.text);
  for (let other = printed.text; used.has(text); other += "'") text = JSON.stringify(other);
  return text;
}

function omissionText(kind: CollectionKind, omitted: number, used: ReadonlySet<string>): string {
  const more = omitted === Infinity ? "more" : `${String(omitted)} more`;
  if (kind !== "map") return JSON.stringify(`${cutMark} ${more}`);
  const names = Array.from({ length: spareDots + 1 }, (_, dots) =>
    JSON.stringify(cutMark + ".".repeat(dots)),
  );
  const name = names.find((candidate) => !used.has(candidate));
  return name === undefined ? "" : `${name}: ${JSON.stringify(more)}`;
}
