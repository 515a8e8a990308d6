// Adds values other than collections to a shape.

import { Keyword, Temporal, typeName, type TemporalKind, type Value } from "@ptc/core/values";
import { hiddenValue, keyName } from "@ptc/core/internal/values";
import { numberText } from "@ptc/core/internal/printing";
import type { FormTexts, Notation, Numbers, Shape, Texts, Times } from "./shape.ts";
import { Tally } from "./tally.ts";
import { textForm, type TextForm } from "./text-form.ts";
import { Looks } from "./looks.ts";
import { longestLook, looksOf } from "./text-look.ts";

/** The maximum length of texts that are counted individually. */
export const longestListed = 40;
/** The maximum length of field names and keywords that are counted individually. */
export const longestKey = 80;
/** A map with more keys isn't a record, so only some of its entries are sampled. */
export const mostFields = 150;
/** The maximum number of maps that are stored to find kinds of rows: a sample, and rare rows. */
export const mostRows = 1_050;

export function observeScalar(shape: Shape, value: Value): void {
  if (value === null) shape.nils++;
  else if (value === hiddenValue) shape.hidden++;
  else if (typeof value === "boolean") shape.booleans.add(value);
  else if (typeof value === "number" || typeof value === "bigint") observeNumber(shape, value);
  else if (typeof value === "string") observeText(shape, value);
  else if (value instanceof Keyword) observeKeyword(shape, value);
  else if (value instanceof Temporal)
    addTimes(shape.times, value.kind, { count: 1, least: value, greatest: value });
  else shape.others.add(typeName(value));
}

function observeKeyword({ keywords }: Shape, { text }: Keyword): void {
  if (text.length > longestKey) keywords.addUncounted();
  else keywords.add(text);
}

function observeNumber(shape: Shape, value: number | bigint): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    shape.others.add(String(value));
    return;
  }
  const numbers = (shape.numbers ??= {
    count: 0,
    least: value,
    greatest: value,
    hasFractions: false,
    tally: new Tally(),
    magnitudes: new Map(),
  });
  numbers.count++;
  addMagnitude(numbers.magnitudes, value, 1, value, value);
  if (value < numbers.least) numbers.least = value;
  if (value > numbers.greatest) numbers.greatest = value;
  if (typeof value === "number" && !Number.isInteger(value)) numbers.hasFractions = true;
  numbers.tally.add(value);
}

/** Counts numbers by their number of digits before the point. */
export function addMagnitude(
  magnitudes: Numbers["magnitudes"],
  value: number | bigint,
  count: number,
  least: number | bigint,
  greatest: number | bigint,
): void {
  const amount = Math.abs(Number(value));
  const size = amount < 1 ? 0 : Math.floor(Math.log10(amount)) + 1;
  const key = value < 0 ? -size : size;
  const known = magnitudes.get(key);
  if (known === undefined) {
    magnitudes.set(key, { count, least, greatest });
    return;
  }
  known.count += count;
  if (least < known.least) known.least = least;
  if (greatest > known.greatest) known.greatest = greatest;
}

export function emptyTexts(): Texts {
  return { longest: 0, forms: new Map(), tally: new Tally(), notations: new Map() };
}

function observeText(shape: Shape, text: string): void {
  const texts = (shape.texts ??= emptyTexts());
  texts.longest = Math.max(texts.longest, text.length);
  if (text.length > longestListed) texts.tally.addUncounted();
  else texts.tally.add(text);
  const { form, looks } = notationOf(texts.notations, text);
  // Keep only the start, so that the rest of a long text can be garbage-collected.
  const prefix = text.slice(0, longestLook + 1);
  const seen = addForm(texts.forms, form, {
    count: 1,
    example: prefix,
    least: prefix,
    greatest: prefix,
  });
  seen.looks.add(looks, prefix);
}

const mostNotations = 200;
/** In dates and times, the digits matter: `74:30` isn't a time of day. */
const maybeDate = /[:/]|\d[.-]\d+[.-]\d|^\d{4}-/;

/** Returns the form and the looks of a text, stored for texts that differ only in their digits. */
function notationOf(known: Map<string, Notation>, text: string): Notation {
  if (text.length > longestListed) return newNotation(text);
  const digits = text.replace(/[1-9]/g, "1");
  let notation = known.get(digits);
  if (notation === undefined) {
    notation = newNotation(text);
    if (known.size < mostNotations && !maybeDate.test(text)) known.set(digits, notation);
  }
  return notation;
}

function newNotation(text: string): Notation {
  const form = textForm(text);
  return { form, looks: looksOf(form, text) };
}

/**
 * Counts texts of a form. The example is the longest of them, because it shows most of the
 * notation.
 */
export function addForm(
  forms: Map<TextForm, FormTexts>,
  form: TextForm,
  { count, example, least, greatest }: Omit<FormTexts, "looks">,
): FormTexts {
  let known = forms.get(form);
  if (known === undefined) {
    known = { count, example, least, greatest, looks: new Looks() };
    forms.set(form, known);
    return known;
  }
  known.count += count;
  if (form !== "text" && example.length > known.example.length) known.example = example;
  if (least < known.least) known.least = least;
  if (greatest > known.greatest) known.greatest = greatest;
  return known;
}

export function addTimes(
  times: Map<TemporalKind, Times>,
  kind: TemporalKind,
  { count, least, greatest }: Times,
): void {
  const known = times.get(kind);
  if (known === undefined) {
    times.set(kind, { count, least, greatest });
    return;
  }
  known.count += count;
  if (least.amount < known.least.amount) known.least = least;
  if (greatest.amount > known.greatest.amount) known.greatest = greatest;
}

/** Returns the name of a key in `Maps.fields`. */
export function nameOf(key: Value): string {
  return keyName(key) ?? (typeof key === "number" ? numberText(key) : `(${typeName(key)})`);
}
