// The text in a message or in the content of an answer.

import type { ModelMessage } from "../contract/message.ts";

/**
 * The text parts, joined as they stand; files, thinking, tool calls and tool results are left out.
 */
export function contentText(content: ModelMessage["content"]): string {
  if (typeof content === "string") return content;
  let text = "";
  for (const part of content) if (part.type === "text") text += part.text;
  return text;
}
