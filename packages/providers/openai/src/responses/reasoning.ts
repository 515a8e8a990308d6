// Converts reasoning of the Responses API: its text becomes thinking, and its item is stored to
// send it back.

import type { ResponseReasoningItem } from "openai/resources/responses/responses";
import {
  expectArray,
  expectObject,
  expectString,
  isObject,
  type UncheckedObject,
} from "@ptc/llm/adapter";

/** The separator between parts of a summary. */
export const partBreak = "\n\n";

/** Returns the text the server shows: a summary, or the reasoning itself. */
export function reasoningText(item: UncheckedObject): string {
  const parts = [item["summary"], item["content"]].flatMap((list) =>
    list === undefined || list === null ? [] : expectArray(list, "a part of reasoning"),
  );
  return parts
    .map((part) =>
      expectString(expectObject(part, "a part of reasoning")["text"], "a text of reasoning"),
    )
    .join(partBreak);
}

/**
 * Returns the fields that the server needs back. The server stores nothing, so an item without its
 * contents, encrypted or not, would be useless.
 */
export function returnedItem(item: UncheckedObject): UncheckedObject | undefined {
  const { id, summary, content, encrypted_content: encrypted } = item;
  const hasContent = Array.isArray(content) && content.length > 0;
  const isEncrypted = typeof encrypted === "string" && encrypted !== "";
  if (!hasContent && !isEncrypted) return undefined;
  return {
    type: "reasoning",
    id,
    summary: summary ?? [],
    ...(isEncrypted ? { encrypted_content: encrypted } : {}),
    ...(hasContent ? { content } : {}),
  };
}

/** Returns the original item from the data of a part. */
export function reasoningItem({ item }: UncheckedObject): readonly ResponseReasoningItem[] {
  // The item comes from `returnedItem` for the same server.
  return isObject(item) && item["type"] === "reasoning"
    ? [item as unknown as ResponseReasoningItem]
    : [];
}
