// Marks the parts of a request that repeat the previous one, for providers that cache prompts on
// request. They accept four marks: the tools, the system message, the first user message, and the
// end of the previous request.

import type { ModelMessage } from "@ptc/llm";

/** Marks `messages`. The previous request sent the first `sentBefore` of them. */
export function withCacheBoundaries(
  messages: readonly ModelMessage[],
  sentBefore: number,
): readonly ModelMessage[] {
  const marked = new Set([messages.findIndex(({ role }) => role === "user"), sentBefore - 1]);
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, cacheBoundary: true } : message,
  );
}
