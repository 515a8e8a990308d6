// How much a model should think before it answers. An adapter uses the field that its provider
// knows.

export interface ThinkingOptions {
  readonly effort?: "none" | "minimal" | "low" | "medium" | "high";
  /** Tokens. */
  readonly maxTokens?: number;
}
