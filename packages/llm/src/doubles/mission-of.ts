// Finds the mission of a request. Missions are identified by their prompts.

import type { ModelRequest } from "../contract/model-request.ts";

/**
 * Returns the first text of the first user message, or undefined. Parts that a mission appends to
 * that message later don't change the result.
 */
export function missionOf({ messages }: ModelRequest): string | undefined {
  const first = messages.find(({ role }) => role === "user");
  if (first === undefined) return undefined;
  const { content } = first;
  if (typeof content === "string") return content;
  return content.find((part) => part.type === "text")?.text ?? "";
}
