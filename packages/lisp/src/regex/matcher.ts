// What every engine answers, so that the one can stand for the other.

/** One match; offsets are UTF-16 units. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match and the groups by number; null for a group that took no part. */
  readonly groups: readonly (string | null)[];
}

/** Called now and then during long work; it may throw, which ends the work. */
export type Checkpoint = () => void;

/** A pattern ready to be matched by one engine. */
export interface PatternMatcher {
  /**
   * The first match at or after the unit at `from`. `onlyThere` says that the pattern can match at
   * `from` alone, so that an engine need not try further on.
   */
  exec(
    text: string,
    from: number,
    checkpoint: Checkpoint,
    onlyThere?: boolean,
  ): PatternMatch | undefined;
  /** How many units beyond its match the last search looked, where that is known. */
  readonly beyond?: number;
}
