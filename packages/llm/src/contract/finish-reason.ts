// Why a model stopped.

/**
 * `stop`: the model was done, or wrote a stop sequence. `length`: it reached `maxOutputTokens` or
 * the end of its context window. `tool_calls`: it waits for tool results. `content_filtered`: the
 * provider cut the answer. `stopped`: whoever read the stream had seen enough and closed it.
 */
export type FinishReason =
  "stop" | "length" | "tool_calls" | "content_filtered" | "stopped" | "other";
