// Writes events to a trace file: one JSON object per line, after a first line that names the
// format.

import type { TraceEvent } from "@ptc/core/contracts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { maskedEvent } from "./mask-values.ts";
import { encodeTraceValue, maximumEventCost } from "./trace-json.ts";

export const traceFormat = "ptc-trace";
export const traceVersion = 1;

/** The options of `formatEvent`. */
export interface FormatEventOptions {
  /** If true, firewalled fields are written unchanged instead of as `"<Firewalled>"`. */
  readonly reveal?: boolean;
}

/** Returns the first line of a trace file, without its line feed. */
export function formatTraceHeader(): string {
  return JSON.stringify({ format: traceFormat, version: traceVersion });
}

/**
 * Returns the line for `event`, without its line feed; `readTrace` reads it back. Throws only an
 * OptionError for an unknown option.
 */
export function formatEvent(event: TraceEvent, options: FormatEventOptions = {}): string {
  assertKnownOptions(options, ["reveal"] satisfies (keyof FormatEventOptions)[]);
  return eventLine(event, options.reveal === true, maximumEventCost);
}

/** Like `formatEvent`, but omits values that cost more than `room`. */
export function eventLine(event: TraceEvent, reveal: boolean, room: number): string {
  try {
    return escapeLineSeparators(
      JSON.stringify(reveal ? encodeTraceValue(event, true, room) : maskedEvent(event, room)),
    );
  } catch {
    // A text close to the host's limit for strings can't be written. The event is lost, and this
    // line makes the reader report a problem.
    return "{}";
  }
}

/**
 * JSON allows these two characters in strings, but editors and other programs break lines at them.
 */
function escapeLineSeparators(json: string): string {
  return json.replace(/[\u2028\u2029]/g, (separator) =>
    separator === "\u2028" ? "\\u2028" : "\\u2029",
  );
}
