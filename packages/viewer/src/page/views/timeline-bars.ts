// The bars of one row of the timeline. Spans that would be narrower than a few pixels are joined
// with their neighbors, so that a row has no more bars than its width has room for.

import type { SpanView } from "../../model/run-view.ts";
import { durationText } from "../data/formats.ts";

/** Milliseconds since the start of the run. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Pixels. `span` is the first of `count` spans. */
export interface Bar {
  readonly span: number;
  readonly count: number;
  readonly left: number;
  readonly width: number;
}

const leastWidth = 3;
const gap = 1;
const leastRange = 1;

export function barsOf(
  inRow: readonly number[],
  spans: readonly SpanView[],
  { from, to }: Range,
  width: number,
): readonly Bar[] {
  const scale = width / (to - from);
  const bars: Bar[] = [];
  for (const index of inRow) {
    const span = spans[index];
    if (span === undefined) continue;
    const end = span.end ?? Math.max(to, span.start);
    if (end < from || span.start > to) continue;
    const left = Math.max(0, (span.start - from) * scale);
    const right = Math.min(width, (end - from) * scale);
    const shown = Math.max(leastWidth, right - left - gap);
    const last = bars.at(-1);
    const isShort = right - left < leastWidth;
    if (last !== undefined && isShort && left < last.left + last.width + gap) {
      const joined = Math.max(last.width, left + shown - last.left);
      bars[bars.length - 1] = { ...last, count: last.count + 1, width: joined };
    } else
      bars.push({ span: index, count: 1, left: Math.min(left, width - leastWidth), width: shown });
  }
  return bars;
}

/** Returns a range with `factor` of the length, in which the time at `share` stays in place. */
export function zoomed({ from, to }: Range, whole: Range, factor: number, share: number): Range {
  const most = whole.to - whole.from;
  const length = Math.max(leastRange, Math.min(most, (to - from) * factor));
  const at = from + (to - from) * share;
  const start = Math.max(whole.from, Math.min(whole.to - length, at - length * share));
  return { from: start, to: start + length };
}

/** Returns marks at round times, about one for every 110 pixels. */
export function ticksOf(
  { from, to }: Range,
  width: number,
): readonly { readonly share: number; readonly label: string }[] {
  const wanted = Math.max(2, Math.floor(width / 110));
  const rough = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.01)));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const ticks: { readonly share: number; readonly label: string }[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to && ticks.length < 100; at += step)
    ticks.push({
      share: (at - from) / (to - from),
      label: step < 1 ? `${at.toFixed(2)} ms` : durationText(at),
    });
  return ticks;
}
