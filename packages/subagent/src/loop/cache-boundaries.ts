// Marks up to where a request repeats what was sent before, for providers that cache prompts on
// request. They take four marks: the tools, the system message, the first message of the user, and
// the end of the request before this one.

import type { ModelMessage } from "@ptc/llm";

/** `messages`, of which the first `sentBefore` were sent with the request before. */
export function withCacheBoundaries(
  messages: readonly ModelMessage[],
  sentBefore: number,
): readonly ModelMessage[] {
  const marked = new Set([messages.findIndex(({ role }) => role === "user"), sentBefore - 1]);
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, cacheBoundary: true } : message,
  );
}
