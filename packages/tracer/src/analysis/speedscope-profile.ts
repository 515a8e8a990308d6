// Exports spans in the file format of speedscope: one evented profile for each lane.

import { oneLine } from "@ptc/core/internal/errors";
import type { TraceSpan } from "../trace-tree.ts";
import { isMoment, mostExported } from "./chrome-trace.ts";
import { endSpans, spanLanes, type LanedSpan } from "./span-lanes.ts";
import { spanTitle } from "./span-title.ts";

/** Opens (`O`) or closes (`C`) the frame with this index, at a time in milliseconds. */
export interface SpeedscopeEvent {
  readonly type: "O" | "C";
  readonly frame: number;
  readonly at: number;
}

/** One lane of work. */
export interface SpeedscopeLane {
  readonly type: "evented";
  readonly name: string;
  readonly unit: "milliseconds";
  readonly startValue: number;
  readonly endValue: number;
  readonly events: readonly SpeedscopeEvent[];
}

/** The content of a speedscope file, which `JSON.stringify` writes. */
export interface SpeedscopeFile {
  readonly $schema: "https://www.speedscope.app/file-format-schema.json";
  readonly name: string;
  readonly exporter: string;
  readonly activeProfileIndex: number;
  readonly shared: { readonly frames: readonly { readonly name: string }[] };
  readonly profiles: readonly SpeedscopeLane[];
}

const longestName = 200;

/**
 * Returns the spans as a speedscope file. Parallel work is in separate profiles, which the viewer
 * lists; the first one contains the outermost mission. Exports at most 200,000 spans, outer ones
 * first. Titles are shortened and have no control characters.
 */
export function speedscopeProfile(roots: readonly TraceSpan[], name = "PTC run"): SpeedscopeFile {
  const frames = new Map<string, number>();
  const lanes = new Map<number, LanedSpan[]>();
  let endValue = 0;
  for (const laned of spanLanes(roots, mostExported).spans) {
    if (isMoment(laned.span)) continue;
    endValue = Math.max(endValue, laned.endMs);
    const known = lanes.get(laned.lane);
    if (known === undefined) lanes.set(laned.lane, [laned]);
    else known.push(laned);
  }
  const profiles = Array.from(lanes.values(), (spans, index): SpeedscopeLane => ({
    type: "evented",
    name: `lane ${String(index + 1)}: ${spans[0] === undefined ? "" : spanTitle(spans[0].span)}`,
    unit: "milliseconds",
    startValue: 0,
    endValue,
    events: eventsOf(spans, frames),
  }));
  return {
    $schema: "https://www.speedscope.app/file-format-schema.json",
    name: oneLine(name, longestName),
    exporter: "@ptc/tracer",
    activeProfileIndex: 0,
    shared: { frames: Array.from(frames.keys(), (title) => ({ name: title })) },
    profiles,
  };
}

function eventsOf(
  spans: readonly LanedSpan[],
  frames: Map<string, number>,
): readonly SpeedscopeEvent[] {
  const events: SpeedscopeEvent[] = [];
  const open: LanedSpan[] = [];
  const close = (laned: LanedSpan): void => {
    events.push({ type: "C", frame: frameOf(laned, frames), at: laned.endMs });
  };
  for (const laned of spans) {
    endSpans(open, laned.startMs, close);
    events.push({ type: "O", frame: frameOf(laned, frames), at: laned.startMs });
    open.push(laned);
  }
  endSpans(open, Infinity, close);
  return events;
}

function frameOf({ span }: LanedSpan, frames: Map<string, number>): number {
  const title = spanTitle(span);
  const known = frames.get(title) ?? frames.size;
  frames.set(title, known);
  return known;
}
