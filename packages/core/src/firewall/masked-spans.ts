// The places of a text where something is hidden.

import { firewalledMarker } from "../values/internal.ts";
import type { FoldedText } from "./folded-text.ts";
import type { TextMatcher } from "./text-matcher.ts";

/** A part of a text: from an index to before another one. */
export type Span = readonly [start: number, end: number];

/** Of a value in front of a place where something is left out, at least so much is hidden. */
const shortestBeginning = 4;

const cutMarks = ["…", "..."];

/** The beginning of a `\u0041` that was cut in two. */
const beginningOfCode = /\\u[\da-f]{0,3}$/i;
const longestBeginning = 5;

/**
 * The places behind which something was left out, in ascending order: in front of `…` and `...`,
 * of white space in front of those, and of half an escape that stands there.
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

/** Tells `found` of each part of the text that `matcher` finds, and how many units it has. */
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

/** How many units end in front of each of these places. */
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

/** `text` with the marker in place of these parts of it, which may overlap. */
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
