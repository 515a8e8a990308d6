// What every run counts and reports. A counter is stated here once; whatever makes, adds, reads or
// checks a usage does so for each counter of this file.

/** One of each counter. */
export interface Counted<Amount = number> {
  /** Evaluation steps counted against `limits.steps`. */
  readonly steps: Amount;
  /**
   * Bytes charged against `limits.memoryBytes`: an account of allocation, the same on every host.
   */
  readonly memoryBytes: Amount;
  /** Calls of tools that were made; one that several branches share is made once. */
  readonly toolCalls: Amount;
}

/** What a run used. */
export interface RunUsage extends Counted {
  readonly durationMs: number;
}

/** `amount` of each counter. */
export function byCounter<Amount>(amount: (counter: keyof Counted) => Amount): Counted<Amount> {
  return {
    steps: amount("steps"),
    memoryBytes: amount("memoryBytes"),
    toolCalls: amount("toolCalls"),
  };
}

/** A usage; written out, since every run makes one and a spread takes hosts longer. */
export function usageOf(durationMs: number, counted: Counted): RunUsage {
  const { steps, memoryBytes, toolCalls } = counted;
  return { durationMs, steps, memoryBytes, toolCalls };
}

/** What nothing has used. */
export const nothingUsed: RunUsage = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ usageOf(
    0,
    /* @__PURE__ */ byCounter(() => 0),
  ),
);
