// Builds the history message of a text answer.

import type { AssistantMessage, ModelResponse } from "@ptc/llm";

export function historyText({ text, providerData }: ModelResponse): AssistantMessage {
  return {
    role: "assistant",
    // Most providers refuse an empty message.
    content: text.trim() === "" ? "(no answer)" : text,
    ...(providerData === undefined ? {} : { providerOptions: providerData }),
  };
}
