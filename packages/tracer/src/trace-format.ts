// How events are written to a trace file: one JSON object on each line, below a first line that
// names the format.

import type { TraceEvent } from "@ptc/core/contracts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { maskedEvent } from "./mask-values.ts";
import { encodeTraceValue, maximumEventCost } from "./trace-json.ts";

export const traceFormat = "ptc-trace";
export const traceVersion = 1;

/** The options of `formatEvent`. */
export interface FormatEventOptions {
  /** Writes firewalled fields as they are; otherwise they are `"<Firewalled>"`. */
  readonly reveal?: boolean;
}

/** The first line of a trace file, without its line feed. */
export function formatTraceHeader(): string {
  return JSON.stringify({ format: traceFormat, version: traceVersion });
}

/**
 * The line for `event`, without its line feed; `readTrace` reads it back. Throws only an
 * OptionError for an unknown option.
 */
export function formatEvent(event: TraceEvent, options: FormatEventOptions = {}): string {
  assertKnownOptions(options, ["reveal"] satisfies (keyof FormatEventOptions)[]);
  return eventLine(event, options.reveal === true, maximumEventCost);
}

/** As `formatEvent`, with what costs more than `room` left out. */
export function eventLine(event: TraceEvent, reveal: boolean, room: number): string {
  try {
    return escapeLineSeparators(
      JSON.stringify(reveal ? encodeTraceValue(event, true, room) : maskedEvent(event, room)),
    );
  } catch {
    // A text close to the host's limit for strings cannot be written. The event is lost, and this
    // line reports a problem to the reader.
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
