// Finds the first difference between an answer and the right one.

import { shortened } from "@ptc/core/internal/printing";
import { isObject } from "@ptc/core/internal/host";
import { toJson } from "@ptc/core/json";

/** How two values are compared. */
export interface Comparison {
  /** True if two numbers count as equal. */
  readonly numbers: (given: number, wanted: number) => boolean;
  /** True if the order of lists doesn't matter. */
  readonly isUnordered: boolean;
}

/** Deeper parts are compared as texts. */
const deepest = 200;
const longestShown = 120;

/**
 * Returns the first difference, such as `[2].total: is 3 instead of 4`. A missing field and null
 * are equal. Undefined for equal values.
 */
export function differenceOf(
  given: unknown,
  wanted: unknown,
  comparison: Comparison,
  place = "answer",
  depth = 0,
): string | undefined {
  if (typeof given === "number" && typeof wanted === "number")
    return given === wanted || Object.is(given, wanted) || comparison.numbers(given, wanted)
      ? undefined
      : difference(given, wanted, place);
  if (given instanceof Date && wanted instanceof Date)
    return given.getTime() === wanted.getTime() ? undefined : difference(given, wanted, place);
  const isStructure = isPlain(given) && isPlain(wanted) && depth < deepest;
  if (!isStructure) return isSame(given, wanted) ? undefined : difference(given, wanted, place);
  if (Array.isArray(given) !== Array.isArray(wanted)) return difference(given, wanted, place);
  if (Array.isArray(given) && Array.isArray(wanted))
    return comparison.isUnordered
      ? unorderedDifference(given, wanted, comparison, place, depth)
      : orderedDifference(given, wanted, comparison, place, depth);
  const [left, right] = [
    given as Readonly<Record<string, unknown>>,
    wanted as Readonly<Record<string, unknown>>,
  ];
  for (const name of new Set([...Object.keys(right), ...Object.keys(left)])) {
    const found = differenceOf(
      own(left, name),
      own(right, name),
      comparison,
      `${place}.${name}`,
      depth + 1,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function orderedDifference(
  given: readonly unknown[],
  wanted: readonly unknown[],
  comparison: Comparison,
  place: string,
  depth: number,
): string | undefined {
  if (given.length !== wanted.length) return lengthDifference(given, wanted, place);
  for (const [index, element] of wanted.entries()) {
    const at = `${place}[${String(index)}]`;
    const found = differenceOf(given[index], element, comparison, at, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Pairs each expected element with the first equal one that isn't paired yet. */
function unorderedDifference(
  given: readonly unknown[],
  wanted: readonly unknown[],
  comparison: Comparison,
  place: string,
  depth: number,
): string | undefined {
  if (given.length !== wanted.length) return lengthDifference(given, wanted, place);
  const left = [...given];
  for (const [index, element] of wanted.entries()) {
    // Most answers are nearly in order, so the element at the same place is the likely partner.
    const likely = Math.max(0, index - (given.length - left.length));
    const isPartner = (candidate: unknown): boolean =>
      differenceOf(candidate, element, comparison, place, depth + 1) === undefined;
    const found = isPartner(left[likely]) ? likely : left.findIndex(isPartner);
    if (found === -1) return `${place}: has no ${textOf(element)}`;
    left.splice(found, 1);
  }
  return undefined;
}

function lengthDifference(
  given: readonly unknown[],
  wanted: readonly unknown[],
  place: string,
): string {
  return `${place}: has ${String(given.length)} elements instead of ${String(wanted.length)}`;
}

/** Undefined, null and a missing field are the same: nil. */
function isSame(given: unknown, wanted: unknown): boolean {
  return (given ?? null) === (wanted ?? null);
}

function isPlain(value: unknown): boolean {
  return Array.isArray(value) || (isObject(value) && !(value instanceof Date));
}

function own(fields: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function difference(given: unknown, wanted: unknown, place: string): string {
  return `${place}: is ${textOf(given)} instead of ${textOf(wanted)}`;
}

/** Returns the beginning of a value as JSON. */
export function textOf(value: unknown, most = longestShown): string {
  try {
    return shortened(toJson(value ?? null), most);
  } catch {
    return `a ${typeof value} that isn't JSON`;
  }
}
