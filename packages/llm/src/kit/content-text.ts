// Extracts the text of a message or a response.

import type { ModelMessage } from "../contract/message.ts";

/**
 * Returns the text parts joined without separator; omits files, thinking, tool calls and tool
 * results.
 */
export function contentText(content: ModelMessage["content"]): string {
  if (typeof content === "string") return content;
  let text = "";
  for (const part of content) if (part.type === "text") text += part.text;
  return text;
}
