// Why a model stopped.

/**
 * `stop`: it was done, or met a stop sequence. `length`: `maxOutputTokens` or the end of its
 * context. `tool_calls`: it waits for tool results. `content_filtered`: the provider cut the
 * answer.
 */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filtered" | "other";
