// Writes values as PTC-Lisp that the reader accepts. A value without its own notation is written as
// the call that creates it. Discarded forms, which the reader skips, describe omissions:
// `[1 2 #_(98 more)]`.

import { printValue } from "@ptc/core/printing";
import { keywordText, numberText, quotedText } from "@ptc/core/internal/printing";
import { Keyword, RegexValue, SymbolValue, Temporal, type Value } from "@ptc/core/values";
import { temporalText } from "@ptc/core/internal/values";
import { isLonger } from "./long-integers.ts";
import { cutMark, utf8Length, type Notation } from "./notation.ts";

const common = {
  brackets: { vector: ["[", "]"], set: ["#{", "}"], map: ["{", "}"] },
  between: { vector: " ", set: " ", map: ", " },
  betweenKeyAndValue: " ",
  leaf: leafText,
  key: (key, _used, whole) => whole(key),
} as const satisfies Partial<Notation>;

/**
 * Returns the notation for models, in which the text describes its omissions. Numbers have at most
 * `decimals` decimal places; default: all.
 */
export function lispNotation(decimals?: number): Notation {
  return decimals === undefined
    ? allDecimals
    : { ...allDecimals, leaf: (value, room) => leafText(rounded(value, decimals), room) };
}

const allDecimals: Notation = {
  ...common,
  sizeOf: (text) => text.length,
  cutText: (shown, omitted) =>
    `${quotedText(shown + cutMark)} #_(${String(omitted)} more characters)`,
  omission: (_kind, omitted) => (omitted === Infinity ? "#_(more)" : `#_(${String(omitted)} more)`),
  marker: (name) => name,
  elsewhere: cutMark,
};

/** Rounds a number for display. */
function rounded(value: Value, decimals: number): Value {
  return typeof value === "number" && Number.isFinite(value) && Math.abs(value) < largestRounded
    ? Number(value.toFixed(decimals))
    : value;
}

/** Larger numbers have no decimal places. */
const largestRounded = 2 ** 53;

/** The notation that measures stored data. Sizes are in bytes, and omissions aren't described. */
export const historyNotation: Notation = {
  ...common,
  sizeOf: utf8Length,
  cutText: (shown) => quotedText(shown + cutMark),
  omission: () => "",
  marker: quotedText,
  elsewhere: quotedText(cutMark),
};

function leafText(value: Value, room: number): string | undefined {
  if (typeof value === "bigint") return isLonger(value, room) ? undefined : numberText(value);
  if (typeof value === "number") return numberText(value);
  if (value instanceof Temporal) return temporalForm(value);
  if (value === null || typeof value === "boolean") return printValue(value);
  const text =
    typeof value === "string"
      ? value
      : value instanceof Keyword || value instanceof SymbolValue
        ? value.text
        : value instanceof RegexValue
          ? value.source
          : "";
  return text.length > room ? undefined : namedText(value, text);
}

function namedText(value: Value, text: string): string {
  if (value instanceof Keyword) return keywordText(text);
  if (value instanceof SymbolValue) return symbolName.test(text) ? text : callText("symbol", text);
  // A pattern that ends with a backslash would escape its closing quotation mark.
  if (value instanceof RegexValue)
    return /(?:^|[^\\])(?:\\\\)*\\$/.test(text) ? callText("re-pattern", text) : printValue(value);
  return quotedText(text);
}

/** Names that the reader certainly reads as themselves. Other names are written as calls. */
const symbolName =
  /^(?!(?:nil|true|false)$|[+-]\d)[\p{L}*!?<>=&$|_.+-][\p{L}\p{M}\p{N}*!?<>=&$%|_.+'-]*(?:\/[\p{L}*!?<>=&$|_.+-][\p{L}\p{M}\p{N}*!?<>=&$%|_.+'-]*)?$/u;

function callText(name: string, text: string): string {
  return `(${name} ${quotedText(text)})`;
}

function temporalForm(value: Temporal): string {
  if (value.kind === "duration") return `(Duration/ofMillis ${numberText(value.amount)})`;
  const text = quotedText(temporalText(value));
  if (value.kind === "instant") return `#inst ${text}`;
  // The kind is the name of the Java class in lowercase.
  const className = value.kind.replace(/(?:^|-)[a-z]/g, (start) => start.slice(-1).toUpperCase());
  return `(${className}/parse ${text})`;
}
