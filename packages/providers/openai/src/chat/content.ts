// Reads the content of a message or a delta, which is a text or a list of parts.
//
// Mistral's reasoning models send lists: `{type: "thinking", thinking: [{type: "text", text}]}` and
// `{type: "text", text}`. Source: https://docs.mistral.ai/capabilities/reasoning

import { expectArray, expectObject, optionalString, type UncheckedObject } from "@ptc/llm/adapter";

/** A text of the content. */
export interface ContentPart {
  readonly text: string;
  readonly isThinking?: boolean;
  readonly isRefusal?: boolean;
}

/** Returns the texts of the content in order. Omits parts without text, such as references. */
export function contentParts(content: unknown): readonly ContentPart[] {
  if (!Array.isArray(content)) return [{ text: optionalString(content, "the content") }];
  return content.map((given: unknown) => partOf(expectObject(given, "a part of the content")));
}

function partOf(part: UncheckedObject): ContentPart {
  const { type, text, thinking, refusal } = part;
  if (type === "thinking" || type === "reasoning")
    return { text: thinkingText(thinking ?? text), isThinking: true };
  if (type === "refusal")
    return { text: optionalString(refusal, "a refusal of the content"), isRefusal: true };
  return { text: optionalString(text, "a text of the content") };
}

function thinkingText(given: unknown): string {
  const name = "the thinking of the content";
  if (!Array.isArray(given)) return optionalString(given, name);
  return expectArray(given, name)
    .map((part) => optionalString(expectObject(part, name)["text"], name))
    .join("");
}
