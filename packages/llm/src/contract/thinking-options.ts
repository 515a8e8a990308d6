// Limits how much a model thinks before it responds. An adapter uses the field that its provider
// supports.

/** Limits how much a model may think before it responds. */
export interface ThinkingOptions {
  readonly effort?: "none" | "minimal" | "low" | "medium" | "high";
  /** Tokens. */
  readonly maxTokens?: number;
}
