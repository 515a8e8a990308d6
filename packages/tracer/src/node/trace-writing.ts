// What files that are written together share: how events are written, and how much of them so far.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import { maximumEventCost } from "../trace-json.ts";

/** The options of `createFileTracer`. */
export interface FileTracerOptions {
  /** Writes firewalled fields as they are; otherwise they are `"<Firewalled>"`. */
  readonly reveal?: boolean;
  /**
   * Once so many bytes are written, values in further events are replaced by `"<TooLarge>"` when
   * they are more than a few lines; default 1 GB. Files that are written together share it.
   */
  readonly maximumBytes?: number;
}

const optionNames = ["reveal", "maximumBytes"] satisfies (keyof FileTracerOptions)[];

const usualBytes = 1_000_000_000;
/** What an event may cost in a file that is full; see `maximumEventCost`. */
const leastRoom = 1_000;

export class TraceWriting {
  readonly reveal: boolean;
  private readonly maximumBytes: number;
  private bytes = 0;

  /** @throws OptionError for an option that is none of these and none of `further` */
  constructor(options: FileTracerOptions, further: readonly string[] = []) {
    assertKnownOptions(options, [...optionNames, ...further]);
    this.reveal = options.reveal ?? false;
    this.maximumBytes = options.maximumBytes ?? usualBytes;
  }

  /** What the next event may cost. */
  get room(): number {
    return this.bytes > this.maximumBytes ? leastRoom : maximumEventCost;
  }

  count(bytes: number): void {
    this.bytes += bytes;
  }
}
