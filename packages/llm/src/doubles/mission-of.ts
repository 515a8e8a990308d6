// Which mission a request belongs to: missions are told apart by their prompts.

import type { ModelRequest } from "../contract/model-request.ts";
import { contentText } from "../kit/content-text.ts";

/** The text of the first user message; undefined where there is none. */
export function missionOf({ messages }: ModelRequest): string | undefined {
  const first = messages.find(({ role }) => role === "user");
  return first === undefined ? undefined : contentText(first.content);
}
