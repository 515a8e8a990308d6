// Describes the sampled numbers and times of a field: a list if there are few different values,
// otherwise their range.

import { numberText } from "@ptc/core/internal/printing";
import { temporalText } from "@ptc/core/internal/values";
import { isLonger } from "../preview/long-integers.ts";
import type { Magnitude, Numbers, Shape } from "./shape.ts";

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

/** Numbers are listed if there are few different ones, as for states or levels. */
const listedNumbers = 6;
const timesSeenNumbers = 4;

export function numberKind({ numbers }: Shape, detail: Detail): readonly Kind[] {
  if (numbers === undefined) return [];
  const { count } = numbers;
  const listed = numbers.tally.byFrequency ?? [];
  const isListed =
    hasFewNumbers(numbers) &&
    hasGaps(numbers, listed.length) &&
    listed.length > 1 &&
    listed.length <= detail.values;
  return isListed
    ? listed
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([value, times]) => ({ words: integer(value), count: times }))
    : detail.example === 0
      ? [{ words: "number", count }]
      : rangesOf(numbers).map((range) => ({ words: boundsOf(range), count: range.count }));
}

/** Fewer numbers say nothing about ranges. */
const fewestNumbers = 20;
const mostRanges = 3;
/** Ranges that differ by such a factor can have different units, such as seconds and ms. */
const rangeFactor = 100;

/** Returns the ranges of numbers with a wide gap between them, at most three. */
function rangesOf(
  numbers: Numbers,
): readonly Pick<Numbers, "count" | "least" | "greatest" | "hasFractions">[] {
  const { hasFractions, count } = numbers;
  const ranges: Magnitude[] = [];
  for (const [, { ...magnitude }] of [...numbers.magnitudes].sort(
    ([one], [other]) => one - other,
  )) {
    const last = ranges.at(-1);
    if (last === undefined || isApart(last.greatest, magnitude.least)) ranges.push(magnitude);
    else {
      last.count += magnitude.count;
      last.greatest = magnitude.greatest;
    }
  }
  const isOne = count < fewestNumbers || ranges.length > mostRanges;
  return isOne ? [numbers] : ranges.map((range) => ({ ...range, hasFractions }));
}

function isApart(below: number | bigint, above: number | bigint): boolean {
  return below > 0 && Number(above) >= rangeFactor * Number(below);
}

/** True if there are few different numbers, so that all rows are worth counting. */
export function hasFewNumbers({ hasFractions, count, tally }: Numbers): boolean {
  const different = tally.byFrequency?.length ?? Infinity;
  return !hasFractions && different <= listedNumbers && count >= timesSeenNumbers * different;
}

/** True if the range says less than a list: `200 to 500` for 200, 404 and 500. */
function hasGaps({ least, greatest }: Numbers, different: number): boolean {
  return BigInt(greatest) - BigInt(least) >= different;
}

function boundsOf({
  least,
  greatest,
  hasFractions,
}: Pick<Numbers, "least" | "greatest" | "hasFractions">): string {
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
