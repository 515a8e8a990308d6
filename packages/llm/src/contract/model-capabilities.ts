// What a model can do, so that a caller can choose a way that works before it sends a request.

export interface ModelCapabilities {
  readonly streaming: boolean;
  /** Native tool calls. */
  readonly toolCalls: boolean;
  /** `json`: any JSON; `schema`: JSON held to a schema. */
  readonly structuredOutput: "none" | "json" | "schema";
  readonly thinking: boolean;
  /** Tokens of input and output together. */
  readonly contextWindow?: number;
  /** Tokens. */
  readonly maxOutputTokens?: number;
}
