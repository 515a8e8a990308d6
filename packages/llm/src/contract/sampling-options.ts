// How the next token is chosen, and when to stop. For what is absent, the provider's default
// applies.

/** How the tokens of an answer are chosen, and how many there may be. */
export interface SamplingOptions {
  /** 0 for the most likely answer; the upper end depends on the provider. */
  readonly temperature?: number;
  /** In (0, 1]. */
  readonly topP?: number;
  readonly topK?: number;
  /** An integer, for providers that repeat an answer for a seed. */
  readonly seed?: number;
  /** Tokens. */
  readonly maxOutputTokens?: number;
  /** The answer ends before any of these texts. */
  readonly stopSequences?: readonly string[];
}
