// Reasoning of the Responses API: its text as thinking, and the item that has to go back.

import type { ResponseReasoningItem } from "openai/resources/responses/responses";
import {
  expectArray,
  expectObject,
  expectString,
  isObject,
  type UncheckedObject,
} from "@ptc/llm/adapter";

/** What stands between two parts of a summary. */
export const partBreak = "\n\n";

/** The text as far as the server shows it: a summary, or the reasoning itself. */
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
 * The fields that the server wants back. Nothing is stored there, so an item without its contents,
 * encrypted or not, could not be found again.
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

/** The item as it came, out of the data of a part. */
export function reasoningItem({ item }: UncheckedObject): readonly ResponseReasoningItem[] {
  // It is what `returnedItem` made of an item of the same server, which knows it again.
  return isObject(item) && item["type"] === "reasoning"
    ? [item as unknown as ResponseReasoningItem]
    : [];
}
