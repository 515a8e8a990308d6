// Messages of a conversation as steps and traces hold them: the text for whoever reads it, and
// beside it what a provider needs back, where a message is more than its text.

import {
  contentText,
  type ModelMessage,
  type ProviderOptions,
  type ResponsePart,
  type TextPart,
  type ToolResultPart,
} from "@ptc/llm";

interface MessageText {
  /** The text parts, joined; of a tool message, the texts of the results, one a line. */
  readonly content: string;
  readonly providerOptions?: ProviderOptions;
}

/**
 * A message of the conversation as `{ role, content }`. `parts` is what the message is made of, as
 * a request holds it; absent where `content` says it all.
 */
export type StepMessage =
  | (MessageText & { readonly role: "system" | "user"; readonly parts?: readonly TextPart[] })
  | (MessageText & { readonly role: "assistant"; readonly parts?: readonly ResponsePart[] })
  | (MessageText & { readonly role: "tool"; readonly parts: readonly ToolResultPart[] });

export function stepMessage(message: ModelMessage): StepMessage {
  const text: MessageText = {
    content: messageText(message),
    ...(message.providerOptions === undefined ? {} : { providerOptions: message.providerOptions }),
  };
  if (message.role === "tool") return { role: "tool", ...text, parts: message.content };
  if (message.role === "assistant")
    return { role: "assistant", ...text, ...partsBeside(message.content) };
  return { role: message.role, ...text, ...partsBeside(message.content) };
}

/** What a message says to whoever reads only text. */
export function messageText({ role, content }: ModelMessage): string {
  return role === "tool" ? content.map(resultText).join("\n") : contentText(content);
}

function resultText({ output }: ToolResultPart): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}

function partsBeside<Part extends ResponsePart>(
  content: string | readonly Part[],
): { readonly parts?: readonly Part[] } {
  const isText =
    typeof content === "string" ||
    content.every(({ type, providerData }) => type === "text" && providerData === undefined);
  return isText ? {} : { parts: content };
}
