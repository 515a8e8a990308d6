// The shared state of files that are written together: how events are written, and the number of
// bytes so far.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import { maximumEventCost } from "../trace-json.ts";

/** The options of `createFileTracer`. */
export interface FileTracerOptions {
  /** If true, firewalled fields are written unchanged instead of as `"<Firewalled>"`. */
  readonly reveal?: boolean;
  /**
   * After this many bytes, values of more than a few lines are replaced by `"<TooLarge>"` in later
   * events. Default 1 GB. Files that are written together share it. In a trace folder, ended runs
   * are removed first.
   */
  readonly maximumBytes?: number;
}

const optionNames = ["reveal", "maximumBytes"] satisfies (keyof FileTracerOptions)[];

const usualBytes = 1_000_000_000;
/** The maximum cost of an event in a full file; see `maximumEventCost`. */
const leastRoom = 1_000;

export class TraceWriting {
  readonly reveal: boolean;
  private readonly maximumBytes: number;
  private bytes = 0;

  /** @throws OptionError for an option that is neither one of these nor in `otherOptions` */
  constructor(options: FileTracerOptions, otherOptions: readonly string[] = []) {
    assertKnownOptions(options, [...optionNames, ...otherOptions]);
    this.reveal = options.reveal ?? false;
    this.maximumBytes = options.maximumBytes ?? usualBytes;
  }

  get isFull(): boolean {
    return this.bytes > this.maximumBytes;
  }

  /** The maximum cost of the next event. */
  get room(): number {
    return this.isFull ? leastRoom : maximumEventCost;
  }

  /** Counts bytes that were written, or removed if they are negative. */
  count(bytes: number): void {
    this.bytes += bytes;
  }
}
