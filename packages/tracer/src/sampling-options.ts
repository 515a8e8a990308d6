// The options of `createSamplingSink` and their checks.

import type { RandomSource } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions, wholeNumber } from "@ptc/core/internal/errors";

/** A run that has ended, for a decision about its trace. */
export interface SampledRun {
  /** The id of the outermost trace. */
  readonly traceId: string;
  /** False if the run failed, waits, or hasn't ended when the sink was closed. */
  readonly ok: boolean;
  /** True if the run waits. Another process may continue it. */
  readonly isWaiting: boolean;
  /** The number of its events, with those of its child missions. */
  readonly events: number;
  /** From its first to its last event, in milliseconds. */
  readonly durationMs: number;
}

/**
 * The runs to keep: all, those that failed or wait, a share from 0 to 1, or those for which the
 * function returns true.
 */
export type KeptRuns = "all" | "errors" | number | ((run: SampledRun) => boolean);

/** The events and runs that a sampling sink has lost so far. */
export interface TraceLoss {
  /** The number of events of kept runs that the sink behind it refused with an error. */
  readonly lostEvents: number;
  /** The number of runs that were dropped because the buffer was full. */
  readonly overflowedRuns: number;
  /** The first error of the sink behind it. */
  readonly error: Error | undefined;
}

/** The options of `createSamplingSink`. */
export interface TraceSamplingOptions {
  readonly keep: KeptRuns;
  /**
   * The estimated bytes of all events that wait for a decision. Default: 64 MB. A share needs no
   * buffer, because it is decided by the first event.
   */
  readonly maximumBufferBytes?: number;
  /**
   * Decides about the largest run when the buffer is full: `keep` passes it on, with its later
   * events, and `drop` drops it. Default: `keep`.
   */
  readonly overflow?: "keep" | "drop";
  /**
   * Decides about a share instead of a hash of the trace id. A run that continues in another
   * process is then decided there again.
   */
  readonly random?: RandomSource;
  /** Called at the first loss, and at the close of the sink if there was any. Must not throw. */
  readonly onLoss?: (loss: TraceLoss) => void;
}

const optionNames = [
  "keep",
  "maximumBufferBytes",
  "overflow",
  "random",
  "onLoss",
] as const satisfies readonly (keyof TraceSamplingOptions)[];

const usualBufferBytes = 64_000_000;

export type ResolvedSampling = Required<Omit<TraceSamplingOptions, "random" | "onLoss">> &
  Pick<TraceSamplingOptions, "random" | "onLoss">;

/** @throws OptionError */
export function resolvedSampling(options: TraceSamplingOptions): ResolvedSampling {
  assertKnownOptions(options, optionNames);
  const { keep, overflow = "keep", random, onLoss } = options;
  if (!isKept(keep))
    throw new OptionError(
      "keep",
      'expected "all", "errors", a share from 0 to 1, or a function of a run',
    );
  if (!["keep", "drop"].includes(overflow))
    throw new OptionError("overflow", 'expected "keep" or "drop"');
  if (random !== undefined && typeof (random as unknown) !== "function")
    throw new OptionError("random", "expected a function that returns a number from 0 to 1");
  if (onLoss !== undefined && typeof (onLoss as unknown) !== "function")
    throw new OptionError("onLoss", "expected a function of a loss");
  const maximumBufferBytes = wholeNumber(
    "maximumBufferBytes",
    options.maximumBufferBytes ?? usualBufferBytes,
    0,
    Number.MAX_SAFE_INTEGER,
  );
  return {
    keep,
    overflow,
    maximumBufferBytes,
    ...(random === undefined ? {} : { random }),
    ...(onLoss === undefined ? {} : { onLoss }),
  };
}

function isKept(keep: unknown): keep is KeptRuns {
  if (typeof keep === "number") return keep >= 0 && keep <= 1;
  return keep === "all" || keep === "errors" || typeof keep === "function";
}
