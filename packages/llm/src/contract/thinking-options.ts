// How much a model should think before it answers. An adapter uses the field that its provider
// knows.

/** How much a model may think before it answers. */
export interface ThinkingOptions {
  readonly effort?: "none" | "minimal" | "low" | "medium" | "high";
  /** Tokens. */
  readonly maxTokens?: number;
}
