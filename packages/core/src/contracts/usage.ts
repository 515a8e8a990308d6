// The counters that every run keeps and reports. Each counter is declared here once; all code that
// creates, adds, reads or checks a usage covers every counter of this file.

/** One value for each counter. */
export interface Counted<Amount = number> {
  /** Evaluation steps counted against `limits.steps`. */
  readonly steps: Amount;
  /** Bytes charged against `limits.memoryBytes`: estimated allocation, the same on every host. */
  readonly memoryBytes: Amount;
  /** The number of tool calls made. A call that several branches share counts once. */
  readonly toolCalls: Amount;
}

/** The resources that a run used. */
export interface RunUsage extends Counted {
  readonly durationMs: number;
  /**
   * The highest memory charge at one time, which is that of one program: charges of a program are
   * never returned, and the next program starts at zero. For one program it equals `memoryBytes`.
   * For a mission it is the maximum of all its programs, including those of child missions, and
   * `memoryBytes` is their sum.
   */
  readonly peakMemoryBytes: number;
}

/** Returns `amount` for each counter. */
export function byCounter<Amount>(amount: (counter: keyof Counted) => Amount): Counted<Amount> {
  return {
    steps: amount("steps"),
    memoryBytes: amount("memoryBytes"),
    toolCalls: amount("toolCalls"),
  };
}

/**
 * Returns the usage of one program. The fields are written out because every run creates one, and a
 * spread is slower.
 */
export function usageOf(durationMs: number, counted: Counted): RunUsage {
  const { steps, memoryBytes, toolCalls } = counted;
  return { durationMs, steps, memoryBytes, toolCalls, peakMemoryBytes: memoryBytes };
}

/** Returns the usage of two runs together: sums, and the higher of the two peaks. */
export function addRunUsage(left: RunUsage, right: RunUsage): RunUsage {
  return {
    ...usageOf(
      left.durationMs + right.durationMs,
      byCounter((counter) => left[counter] + right[counter]),
    ),
    peakMemoryBytes: Math.max(left.peakMemoryBytes, right.peakMemoryBytes),
  };
}

/** A usage of zero. */
export const nothingUsed: RunUsage = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ usageOf(
    0,
    /* @__PURE__ */ byCounter(() => 0),
  ),
);
