// Checks of the options of streams.

import { systemClock, type Clock } from "@ptc/core/contracts";
import {
  knownOptions,
  timerMilliseconds,
  wholeNumber,
  wrongOption,
} from "../options/option-checks.ts";
import { contentNames, type StreamedContent } from "./streamed-event.ts";
import type { VisibleOptions } from "./visible-events.ts";

/** The contents of the events of a stream, and the number of them that is stored for readers. */
export interface StreamContentOptions {
  /**
   * Contents that aren't included otherwise: `thinking`, `prompts`, `arguments`, `results`,
   * `errors`. Firewalled fields are never included. Default: none of them.
   */
  readonly include?: readonly StreamedContent[];
  /** The longest field in UTF-16 units of its JSON; longer ones are omitted. Default 200,000. */
  readonly maxFieldChars?: number;
  /**
   * The size of the events that are stored for slow and returning readers, in UTF-16 units. The
   * oldest are dropped first. Default 2,000,000.
   */
  readonly maxStoredChars?: number;
}

/** How one reader is served. */
export interface StreamReaderOptions {
  /** The header `Last-Event-ID` of the request. The stream continues after this event. */
  readonly lastEventId?: string | null;
  /** Ends the stream: pass the `signal` of the request. */
  readonly signal?: AbortSignal;
  /** The time without an event after which a comment is sent, in milliseconds. Default 15,000. */
  readonly heartbeatMs?: number;
  readonly clock?: Clock;
}

export const contentOptionNames = [
  "include",
  "maxFieldChars",
  "maxStoredChars",
] as const satisfies readonly (keyof StreamContentOptions)[];

export const readerOptionNames = [
  "lastEventId",
  "signal",
  "heartbeatMs",
  "clock",
] as const satisfies readonly (keyof StreamReaderOptions)[];

/** @throws OptionError */
export function contentOptions(
  options: StreamContentOptions,
): VisibleOptions & { readonly maxStoredChars: number } {
  const { include = [], maxFieldChars = 200_000, maxStoredChars = 2_000_000 } = options;
  if (!Array.isArray(include)) throw wrongOption("include", "expected a list of names", include);
  for (const name of include as readonly unknown[])
    if (!contentNames.includes(name as StreamedContent))
      throw wrongOption("include", `expected names of ${contentNames.join(", ")}`, name);
  return {
    include: new Set(include),
    maxFieldChars: wholeNumber("maxFieldChars", maxFieldChars, 1),
    maxStoredChars: wholeNumber("maxStoredChars", maxStoredChars, 1),
  };
}

/** @throws OptionError */
export function readerOptions(options: StreamReaderOptions): {
  readonly heartbeatMs: number;
  readonly clock: Clock;
} {
  const { heartbeatMs = 15_000, clock = systemClock } = options;
  return { heartbeatMs: timerMilliseconds("heartbeatMs", heartbeatMs), clock };
}

/** @throws OptionError for an option that isn't one of `names` */
export function assertOptions(options: object, ...names: readonly (readonly string[])[]): void {
  knownOptions(options, names.flat());
}
