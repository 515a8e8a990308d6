// Describes the sampled numbers and texts of a field: a list if there are few different values,
// otherwise their range or an example.

import { numberText, quotedText } from "@ptc/core/internal/printing";
import { temporalText } from "@ptc/core/internal/values";
import { isLonger } from "../preview/long-integers.ts";
import { longestListed } from "./observe-scalar.ts";
import type { FormTexts, Numbers, Shape, Texts } from "./shape.ts";
import { share } from "./shares.ts";
import { sortsByTime, type TextForm } from "./text-form.ts";

/** The level of detail; see `write-shape.ts`. */
export interface Detail {
  /** The maximum number of different values to list. */
  readonly values: number;
  /** The maximum length of an example in characters. */
  readonly example: number;
}

/**
 * One kind of values in a field. `includesShare` is true if the words already include the share.
 */
export interface Kind {
  readonly words: string;
  readonly count: number;
  readonly includesShare?: boolean;
}

/** A list of values doesn't help if each occurs about once. */
const timesSeen = 2;
/** Numbers are listed if there are few different ones, as for states or levels. */
const listedNumbers = 6;
const timesSeenNumbers = 4;

export function numberKind({ numbers }: Shape, detail: Detail): readonly Kind[] {
  if (numbers === undefined) return [];
  const { count } = numbers;
  const listed = numbers.tally.byFrequency ?? [];
  const areFew =
    !numbers.hasFractions &&
    hasGaps(numbers, listed.length) &&
    listed.length > 1 &&
    listed.length <= Math.min(listedNumbers, detail.values) &&
    count >= timesSeenNumbers * listed.length;
  return areFew
    ? listed
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([value, times]) => ({ words: integer(value), count: times }))
    : [{ words: detail.example === 0 ? "number" : boundsOf(numbers), count }];
}

/** True if the range says less than a list: `200 to 500` for 200, 404 and 500. */
function hasGaps({ least, greatest }: Numbers, different: number): boolean {
  return BigInt(greatest) - BigInt(least) >= different;
}

function boundsOf({ least, greatest, hasFractions }: Numbers): string {
  if (least === greatest) return integer(least);
  const isSeen = !Number.isInteger(least) || !Number.isInteger(greatest);
  return `${integer(least)} to ${integer(greatest)}${hasFractions && !isSeen ? ", fractions too" : ""}`;
}

const longestInteger = 40;

function integer(value: number | bigint): string {
  return typeof value === "bigint" && isLonger(value, longestInteger)
    ? "a very long integer"
    : numberText(value);
}

function listedKind(words: string, count: number, isAll: boolean, whole: number): Kind {
  return {
    words: isAll ? words : `${words} ${share(count, whole)}`,
    count,
    includesShare: true,
  };
}

export function textKinds({ texts, seen }: Shape, detail: Detail, whole: number): readonly Kind[] {
  if (texts === undefined) return [];
  const listed = texts.tally.byFrequency;
  const forms = [...texts.forms].sort(([, one], [, other]) => other.count - one.count);
  const areTimes = forms.every(([form]) => sortsByTime(form) || form === "empty");
  if (listed !== undefined && !areTimes && texts.tally.total >= timesSeen * listed.length) {
    if (listed.length <= detail.values)
      return listed.map(([text, times]) =>
        listedKind(quotedText(text), times, times === seen, whole),
      );
    if (forms.length === 1 && forms[0]?.[0] === "text" && detail.values > 0)
      return [mostFrequent(listed, texts.tally.total, detail)];
  }
  return forms.flatMap(([form, ofForm]) => formKinds(form, ofForm, texts, detail));
}

/** The maximum number of examples for one form whose texts look different. */
const mostExamples = 5;
const fewExamples = 2;
/** The number of examples if not all looks are shown. */
const examplesOfMany = 3;

/** Returns one kind for a form, or one for each look of its texts if there are few looks. */
function formKinds(
  form: TextForm,
  ofForm: FormTexts,
  texts: Texts,
  detail: Detail,
): readonly Kind[] {
  const words = formWords(form, ofForm, texts, detail);
  const looks = [...ofForm.looks.values()].sort((one, other) => other.count - one.count);
  const most = Math.min(mostExamples, detail.values >> 1);
  if (looks.length < 2 || most < fewExamples) return [{ words, count: ofForm.count }];
  const name = form === "text" ? form : formName(form);
  const shown = looks.map(({ example }) => excerpt(example, detail.example));
  if (ofForm.hasMoreLooks || looks.length > most)
    return [
      {
        words: `${name} ${shown.slice(0, examplesOfMany).join(" or ")} or others${lengthWords(form, texts)}`,
        count: ofForm.count,
      },
    ];
  return looks.map(({ count, isOne }, index) => ({
    words: [
      ...(index === 0 ? [name] : []),
      // The example represents others, so don't present it as the only value.
      ...(isOne ? [] : ["like"]),
      shown[index] ?? "",
    ].join(" "),
    count,
  }));
}

function lengthWords(form: TextForm, { longest }: Texts): string {
  return form === "text" && longest > longestListed ? `, up to ${String(longest)} characters` : "";
}

/** Returns the keys of maps, all of them if there are few. Undefined if they aren't texts. */
export function keyWords({ texts, seen }: Shape, detail: Detail): string | undefined {
  const listed = texts?.tally.byFrequency?.map(([text]) => quotedText(text));
  if (texts === undefined || texts.tally.total < seen || detail.example === 0) return undefined;
  if (listed !== undefined && listed.length <= detail.values) return listed.join(", ");
  const [form, ...others] = [...texts.forms.keys()];
  if (form !== "text" || others.length > 0) return undefined;
  const { least, greatest } = texts.forms.get(form) ?? { least: "", greatest: "" };
  return `like ${excerpt(least, detail.example)}, ${excerpt(greatest, detail.example)}`;
}

/**
 * The maximum number of different texts to list without their shares, such as spellings of a few
 * names.
 */
const mostListed = 24;
const shownOfMany = 3;

function mostFrequent(
  listed: readonly (readonly [string, number])[],
  count: number,
  { example }: Detail,
): Kind {
  const isWhole = listed.length <= mostListed && example >= exampleOfListed;
  const shown = isWhole ? listed : listed.slice(0, shownOfMany);
  const texts = shown.map(([text]) => quotedText(text)).join(", ");
  const sign = isWhole ? ":" : " such as";
  return { words: `${String(listed.length)} different strings${sign} ${texts}`, count };
}

/** At lower levels of detail, a list has no room. */
const exampleOfListed = 40;

/** Returns the ranges of dates and times that aren't texts. */
export function timeKinds({ times }: Shape, detail: Detail): readonly Kind[] {
  return [...times].map(([kind, { count, least, greatest }]) => ({
    words:
      detail.example === 0
        ? kind
        : `${kind} ${temporalText(least)}${least.amount === greatest.amount ? "" : ` to ${temporalText(greatest)}`}`,
    count,
  }));
}

function formWords(form: TextForm, texts: FormTexts, of: Texts, detail: Detail): string {
  if (form === "empty") return '""';
  if (detail.example === 0) return formName(form);
  if (sortsByTime(form) && texts.least !== texts.greatest)
    return `${form} ${quotedText(texts.least)} to ${quotedText(texts.greatest)}`;
  // Quotation marks show that a date is a text. For a number, the text says so explicitly, because
  // it matters more.
  const name = form.startsWith("number") ? formName(form) : form;
  return `${name} ${excerpt(texts.example, detail.example)}${lengthWords(form, of)}`;
}

/** Returns `date as text`, `number as text with commas`. */
function formName(form: TextForm): string {
  const [first = "", ...rest] = form.split(" ");
  if (form === "text") return form;
  return first === "number" ? ["number as text", ...rest].join(" ") : `${form} as text`;
}

function excerpt(text: string, most: number): string {
  return quotedText(text.length > most ? `${wellFormed(text.slice(0, most - 1))}…` : text);
}

/** Removes half of a surrogate pair from the end. */
function wellFormed(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
