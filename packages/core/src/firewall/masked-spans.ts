// The parts of a text to hide.

import { firewalledMarker } from "../values/internal.ts";
import type { FoldedText } from "./folded-text.ts";
import type { TextMatcher } from "./text-matcher.ts";

/** A part of a text, from `start` up to but not including `end`. */
export type Span = readonly [start: number, end: number];

/** The minimum length at which the beginning of a value before a cut is hidden. */
const shortestBeginning = 4;

const cutMarks = ["…", "..."];

/** The beginning of an escape such as `\u0041` that was cut in two. */
const beginningOfCode = /\\u[\da-f]{0,3}$/i;
const longestBeginning = 5;

/**
 * Returns the positions at which text was cut, in ascending order: before `…` and `...`, before
 * whitespace in front of those, and before a partial escape there.
 */
export function cutPlaces(text: string): readonly number[] {
  const places: number[] = [];
  for (const mark of cutMarks) {
    let behind = 0;
    for (let found = text.indexOf(mark); found >= 0; found = text.indexOf(mark, behind)) {
      let place = found;
      while (place > behind && /\s/.test(text.charAt(place - 1))) place--;
      places.push(place);
      const half = beginningOfCode.exec(
        text.slice(Math.max(behind, place - longestBeginning), place),
      );
      if (half !== null) places.push(place - half[0].length);
      behind = found + mark.length;
    }
  }
  return places.sort((left, right) => left - right);
}

/** Calls `found` for each part of the text that `matcher` finds, with its length in units. */
export function findSpans(
  folded: FoldedText,
  cuts: readonly number[],
  matcher: TextMatcher,
  found: (start: number, end: number, length: number) => void,
): void {
  const { starts, ends } = folded;
  matcher.search(folded, unitsBefore(cuts, folded), shortestBeginning, (start, end) => {
    found(starts[start] ?? 0, ends[end - 1] ?? 0, end - start);
  });
}

/** Returns, for each position, how many units end before it. */
export function unitsBefore(
  places: readonly number[],
  { ends, length }: FoldedText,
): readonly number[] {
  let units = 0;
  return places.map((place) => {
    while (units < length && (ends[units] ?? 0) <= place) units++;
    return units;
  });
}

/** Returns `text` with the marker in place of the given parts, which may overlap. */
export function withoutSpans(text: string, spans: Span[]): string {
  if (spans.length === 0) return text;
  spans.sort(([left], [right]) => left - right);
  let shown = "";
  let hiddenTo = 0;
  for (const [start, end] of spans) {
    if (start >= hiddenTo) shown += text.slice(hiddenTo, start) + firewalledMarker;
    hiddenTo = Math.max(hiddenTo, end);
  }
  return shown + text.slice(hiddenTo);
}
