// Times of events as OpenTelemetry takes them.

import type { HrTime } from "@opentelemetry/api";

/** Returns milliseconds since the epoch as seconds and nanoseconds. */
export function hrTime(milliseconds: number): HrTime {
  if (!Number.isFinite(milliseconds) || milliseconds < 0) return [0, 0];
  const seconds = Math.floor(milliseconds / 1_000);
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1e6)];
}

/** Returns the seconds between two times in milliseconds; 0 for a clock that went back. */
export function secondsBetween(start: number, end: number): number {
  const seconds = (end - start) / 1_000;
  return seconds > 0 ? seconds : 0;
}
