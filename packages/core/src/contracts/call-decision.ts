// The decision about a tool call that waited.

/** The decision about a call that waited. */
export interface CallDecision {
  /**
   * `approved` as requested, `edited` and then approved, `denied`, `expired` because no decision
   * came in time, or `answered` with a result instead of a call.
   */
  readonly decision: "approved" | "edited" | "denied" | "expired" | "answered";
  /** The arguments of the executed call, if they aren't the requested ones. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}
