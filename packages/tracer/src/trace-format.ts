// How events stand in a trace file: one JSON object on each line, below a line that names the
// format.

import type { TraceEvent } from "@ptc/core/contracts";
import { encodeTraceValue } from "./trace-json.ts";

export const traceFormat = "ptc-trace";
export const traceVersion = 1;

export interface FormatEventOptions {
  /** Write firewalled fields as they are. Without it they are `"<Firewalled>"`. */
  readonly reveal?: boolean;
}

/** The first line of a trace file, without its line feed. */
export function formatTraceHeader(): string {
  return JSON.stringify({ format: traceFormat, version: traceVersion });
}

/** The line for `event`, without its line feed; see `readTrace` for the way back. Never throws. */
export function formatEvent(event: TraceEvent, options: FormatEventOptions = {}): string {
  try {
    return escapeLineSeparators(JSON.stringify(encodeTraceValue(event, options.reveal === true)));
  } catch {
    // A single text close to the host's limit for strings: the event is lost, its line says so.
    return "{}";
  }
}

/** JSON allows these two in strings, but editors and other readers break the line at them. */
function escapeLineSeparators(json: string): string {
  return json.replace(/[\u2028\u2029]/g, (separator) =>
    separator === "\u2028" ? "\\u2028" : "\\u2029",
  );
}
