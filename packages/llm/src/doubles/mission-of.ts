// Which mission a request belongs to: missions are told apart by their prompts.

import type { ModelRequest } from "../contract/model-request.ts";

/**
 * The text with which the first user message begins; undefined where there is none. What a mission
 * adds to that message later, as a part of its own, does not make another mission of it.
 */
export function missionOf({ messages }: ModelRequest): string | undefined {
  const first = messages.find(({ role }) => role === "user");
  if (first === undefined) return undefined;
  const { content } = first;
  if (typeof content === "string") return content;
  return content.find((part) => part.type === "text")?.text ?? "";
}
