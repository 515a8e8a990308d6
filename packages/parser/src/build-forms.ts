// The actions of the grammar, which convert the text of a rule's match. Each exported function has
// the name of its rule and receives the location of the match and the values inside it. The emitted
// reader and ohm-js (in tests) call the same functions.
import type {
  BooleanForm,
  CharacterForm,
  DerefForm,
  Form,
  FunctionForm,
  KeywordForm,
  ListForm,
  MapForm,
  NilForm,
  NumberForm,
  QuoteForm,
  RegexForm,
  SetForm,
  StringForm,
  SymbolForm,
  TaggedForm,
  VarForm,
  VectorForm,
} from "./form.ts";
import {
  decimalInteger,
  integerInRadix,
  maximumIntegerBits,
  ratioValue,
} from "./number-literal.ts";
import { characterValue, stringValue } from "./text-literal.ts";

interface Reading {
  readonly source: string;
  refuse(start: number, end: number, message: string): void;
}

export function program(
  _reading: Reading,
  _start: number,
  _end: number,
  inner: readonly Form[],
): readonly Form[] {
  return inner;
}

export function forms(
  _reading: Reading,
  _start: number,
  _end: number,
  inner: readonly Form[],
): readonly Form[] {
  return inner;
}

// ---- collections ----

export function list(
  _reading: Reading,
  start: number,
  end: number,
  items: readonly Form[],
): ListForm {
  return { type: "list", items, span: { start, end } };
}

export function vector(
  _reading: Reading,
  start: number,
  end: number,
  items: readonly Form[],
): VectorForm {
  return { type: "vector", items, span: { start, end } };
}

export function map(
  _reading: Reading,
  start: number,
  end: number,
  items: readonly Form[],
): MapForm {
  return { type: "map", items, span: { start, end } };
}

/** `#:a{:b 1 :_/c 2}` is `{:a/b 1 :c 2}`; symbol and keyword keys get the namespace. */
export function namespacedMap(
  _reading: Reading,
  start: number,
  end: number,
  namespace: string,
  map: MapForm,
): MapForm {
  const items = map.items.map((item, index) =>
    index % 2 === 0 ? qualified(item, namespace) : item,
  );
  return { type: "map", items, span: { start, end } };
}

export function namespaceName({ source }: Reading, start: number, end: number): string {
  return source.slice(start, end);
}

/** Returns the qualified key of such a map. The namespace `_` removes the namespace. */
function qualified(key: Form, namespace: string): Form {
  if (key.type !== "keyword" && key.type !== "symbol") return key;
  const { namespace: own, ...rest } = key;
  if (own === "_") return rest;
  return own === undefined ? { ...key, namespace } : key;
}

export function set(
  _reading: Reading,
  start: number,
  end: number,
  items: readonly Form[],
): SetForm {
  return { type: "set", items, span: { start, end } };
}

export function functionLiteral(
  _reading: Reading,
  start: number,
  end: number,
  items: readonly Form[],
): FunctionForm {
  return { type: "function", items, span: { start, end } };
}

// ---- prefixes ----

export function quote(_reading: Reading, start: number, end: number, form: Form): QuoteForm {
  return { type: "quote", form, span: { start, end } };
}

export function deref(_reading: Reading, start: number, end: number, form: Form): DerefForm {
  return { type: "deref", form, span: { start, end } };
}

export function varQuote(_reading: Reading, start: number, end: number, form: Form): VarForm {
  return { type: "var", form, span: { start, end } };
}

/** Reads and drops metadata. */
export function annotated(
  _reading: Reading,
  _start: number,
  _end: number,
  _annotation: Form,
  form: Form,
): Form {
  return form;
}

export function tagged(
  { source }: Reading,
  start: number,
  end: number,
  form: StringForm,
): TaggedForm {
  return {
    type: "tagged",
    tag: source.startsWith("inst", start + 1) ? "inst" : "uuid",
    form,
    span: { start, end },
  };
}

// ---- names ----

export function constant({ source }: Reading, start: number, end: number): NilForm | BooleanForm {
  const initial = source[start];
  return initial === "n"
    ? { type: "nil", span: { start, end } }
    : { type: "boolean", value: initial === "t", span: { start, end } };
}

export function symbol({ source }: Reading, start: number, end: number): SymbolForm {
  const text = source.slice(start, end);
  const slash = text.indexOf("/");
  return slash > 0
    ? {
        type: "symbol",
        namespace: text.slice(0, slash),
        name: text.slice(slash + 1),
        span: { start, end },
      }
    : { type: "symbol", name: text, span: { start, end } };
}

export function keyword({ source }: Reading, start: number, end: number): KeywordForm {
  const text = source.slice(source[start + 1] === ":" ? start + 2 : start + 1, end);
  const slash = text.indexOf("/");
  return slash > 0
    ? {
        type: "keyword",
        namespace: text.slice(0, slash),
        name: text.slice(slash + 1),
        span: { start, end },
      }
    : { type: "keyword", name: text, span: { start, end } };
}

// ---- numbers ----

export function integer(reading: Reading, start: number, end: number): NumberForm {
  const text = withoutSuffix(reading.source.slice(start, end), "N");
  return integerForm(reading, decimalInteger(text), start, end);
}

export function decimal({ source }: Reading, start: number, end: number): NumberForm {
  return numberForm(Number(withoutSuffix(source.slice(start, end), "M")), start, end);
}

export function ratio(reading: Reading, start: number, end: number): NumberForm {
  const [numerator = "", denominator = ""] = reading.source.slice(start, end).split("/");
  return integerForm(reading, ratioValue(numerator, denominator), start, end);
}

export function hexInteger(reading: Reading, start: number, end: number): NumberForm {
  const { sign, digits } = signed(withoutSuffix(reading.source.slice(start, end), "N"));
  return integerForm(reading, integerInRadix(sign, digits.slice(2), 16), start, end);
}

export function octalInteger(reading: Reading, start: number, end: number): NumberForm {
  const { sign, digits } = signed(withoutSuffix(reading.source.slice(start, end), "N"));
  return integerForm(reading, integerInRadix(sign, digits, 8), start, end);
}

export function radixInteger(reading: Reading, start: number, end: number): NumberForm {
  const text = reading.source.slice(start, end);
  const { sign, digits } = signed(text);
  const [radixText = "", digitText = ""] = digits.split(/r(.*)/i);
  const radix = Number(radixText);
  if (radix < 2 || radix > 36) {
    reading.refuse(start, end, "a radix is a number from 2 to 36");
    return numberForm(0, start, end);
  }
  const wrong = Array.from(digitText).find((digit) => !(Number.parseInt(digit, 36) < radix));
  if (wrong !== undefined) {
    reading.refuse(start, end, `${wrong} is not a digit in radix ${radix}`);
    return numberForm(0, start, end);
  }
  return integerForm(reading, integerInRadix(sign, digitText, radix), start, end);
}

export function symbolicNumber({ source }: Reading, start: number, end: number): NumberForm {
  const text = source.slice(start + 2, end);
  return numberForm(
    text === "NaN"
      ? Number.NaN
      : text === "Inf"
        ? Number.POSITIVE_INFINITY
        : Number.NEGATIVE_INFINITY,
    start,
    end,
  );
}

/** Makes a number form of an integer; `undefined` means that it is too large. */
function integerForm(
  reading: Reading,
  value: number | bigint | undefined,
  start: number,
  end: number,
): NumberForm {
  if (value === undefined)
    reading.refuse(
      start,
      end,
      `an integer has at most ${String(maximumIntegerBits)} bits; write a decimal, like 1e100`,
    );
  return numberForm(value ?? 0, start, end);
}

function numberForm(value: number | bigint, start: number, end: number): NumberForm {
  return { type: "number", value, span: { start, end } };
}

function withoutSuffix(text: string, suffix: string): string {
  return text.endsWith(suffix) ? text.slice(0, -1) : text;
}

function signed(text: string): { readonly sign: number; readonly digits: string } {
  return { sign: text.startsWith("-") ? -1 : 1, digits: /^[+-]/.test(text) ? text.slice(1) : text };
}

// ---- text ----

export function string({ source }: Reading, start: number, end: number): StringForm {
  return {
    type: "string",
    value: stringValue(source.slice(start + 1, end - 1)),
    span: { start, end },
  };
}

export function character({ source }: Reading, start: number, end: number): CharacterForm {
  return {
    type: "character",
    value: characterValue(source.slice(start + 1, end)),
    span: { start, end },
  };
}

export function regex({ source }: Reading, start: number, end: number): RegexForm {
  return { type: "regex", source: source.slice(start + 2, end - 1), span: { start, end } };
}
