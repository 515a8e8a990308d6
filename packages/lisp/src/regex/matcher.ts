// The interface of every engine, which makes them interchangeable.

/** One match; offsets are UTF-16 units. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match and the groups by number; null for a group that didn't take part. */
  readonly groups: readonly (string | null)[];
}

/**
 * Called from time to time during long work. An error it throws ends the work. If it returns true,
 * the work pauses until it is requested again with the same arguments.
 */
export type Checkpoint = () => unknown;

/** A pattern ready to be matched by one engine. */
export interface PatternMatcher {
  /**
   * Returns the first match at or after the unit at `from`. If `onlyThere` is true, the pattern
   * can match only at `from`, so the engine may stop there.
   */
  exec(
    text: string,
    from: number,
    checkpoint: Checkpoint,
    onlyThere?: boolean,
  ): PatternMatch | undefined;
  /** The number of units beyond its match that the last search examined, if known. */
  readonly beyond?: number;
  /** True if the last search has paused and not found a result yet. */
  readonly isPaused?: boolean;
}
