// Reads single facts of spans. Traces come from outside, so each text is shortened and each number
// checked where it is read.

import type { Fail, TraceEvent } from "@ptc/core/contracts";
import { dataSize } from "@ptc/core/internal/json";
import { shortened } from "@ptc/core/internal/printing";
import type { TraceSpan } from "../trace-tree.ts";
import { OmittedResult } from "./analysis-events.ts";

/** Longer names are cut before they are compared or counted. */
const longestName = 200;
/** The last time that a date can have, in milliseconds since the epoch. */
const lastTime = 8.64e15;

/** Returns the name of a tool or an agent. Undefined for other spans, and without a name. */
export function nameOfSpan({ name: kind, start, end }: TraceSpan): string | undefined {
  if (kind === "mission") return nameOf((start ?? end)?.agent ?? missionName(start));
  if (kind !== "tool-call") return undefined;
  const event = start ?? end;
  return event?.type === "tool-call-start" || event?.type === "tool-call-end"
    ? nameOf(event.data.name)
    : undefined;
}

function missionName(start: TraceEvent | undefined): string | undefined {
  return start?.type === "mission-start" ? start.data.name : undefined;
}

/** Returns a name, shortened. */
export function nameOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : shortened(name, longestName);
}

/** Returns the number of a turn, or undefined for another span. */
export function turnNumber({ start, end }: TraceSpan): number | undefined {
  if (start?.type === "turn-start") return start.data.turn;
  return end?.type === "turn-end" ? end.data.turn : undefined;
}

/** Returns the failure of a span. Undefined if it succeeded, is open or can't fail. */
export function failOf({ end }: TraceSpan): Fail | undefined {
  switch (end?.type) {
    case "mission-end":
    case "program-end":
    case "turn-end":
      return end.data.fail;
    default:
      return undefined;
  }
}

/** True for a span that ended and failed. A turn fails if its program or its answer did. */
export function isFailed(span: TraceSpan): boolean {
  const { end } = span;
  switch (end?.type) {
    case "turn-end":
      return !end.data.ok || end.data.fail !== undefined;
    case "mission-end":
    case "program-end":
    case "tool-call-end":
    case "model-request-end":
      return !end.data.ok;
    default:
      return false;
  }
}

/** Returns a time as a finite number that a date can have. */
export function timeOf(event: TraceEvent | undefined): number | undefined {
  if (event === undefined) return undefined;
  const { time } = event;
  if (Number.isNaN(time)) return 0;
  return Math.max(-lastTime, Math.min(lastTime, time));
}

/** Returns the bytes that a call returned to its program, as JSON. 0 if they can't be measured. */
export function resultBytes({ end }: TraceSpan): number {
  if (end?.type !== "tool-call-end" || !end.data.ok) return 0;
  const { result } = end.data;
  if (result instanceof OmittedResult) return result.bytes;
  return result === undefined ? 0 : (dataSize(result).bytes ?? 0);
}

/** Returns a count of a trace as a finite number from 0. */
export function countOf(count: number | undefined): number {
  return count !== undefined && count > 0 && count < Infinity ? count : 0;
}
