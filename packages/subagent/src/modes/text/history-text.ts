// An answer in text as the conversation keeps it.

import type { AssistantMessage, ModelResponse } from "@ptc/llm";

export function historyText({ text, providerData }: ModelResponse): AssistantMessage {
  return {
    role: "assistant",
    // Most providers refuse an empty message.
    content: text.trim() === "" ? "(no answer)" : text,
    ...(providerData === undefined ? {} : { providerOptions: providerData }),
  };
}
