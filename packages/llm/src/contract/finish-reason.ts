// The reason why a model stopped.

/**
 * `stop`: the model was done, or wrote a stop sequence. `length`: it reached `maxOutputTokens` or
 * the end of its context window. `tool_calls`: it waits for tool results. `content_filtered`: the
 * provider cut the response. `stopped`: the consumer closed the stream early.
 */
export type FinishReason =
  "stop" | "length" | "tool_calls" | "content_filtered" | "stopped" | "other";
