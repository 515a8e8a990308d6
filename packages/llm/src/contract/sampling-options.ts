// Options for choosing the next token and for stopping. The provider's defaults apply to absent
// ones.

/** Options for choosing tokens and for limiting their number. */
export interface SamplingOptions {
  /** 0 for the most likely output; the upper bound depends on the provider. */
  readonly temperature?: number;
  /** In (0, 1]. */
  readonly topP?: number;
  readonly topK?: number;
  /** An integer, for providers that reproduce a response from a seed. */
  readonly seed?: number;
  /** Tokens. */
  readonly maxOutputTokens?: number;
  /** The response ends before any of these texts. */
  readonly stopSequences?: readonly string[];
}
