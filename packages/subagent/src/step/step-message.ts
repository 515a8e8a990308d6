// Messages of a conversation as steps and traces hold them: the text for a reader and, when a
// message is more than its text, the parts that a provider needs back.

import {
  contentText,
  type ModelMessage,
  type ProviderOptions,
  type ResponsePart,
  type TextPart,
  type ToolResultPart,
} from "@ptc/llm";

interface MessageText {
  /** The text parts, joined. For a tool message: the texts of its results, one on each line. */
  readonly content: string;
  readonly providerOptions?: ProviderOptions;
}

/**
 * A message of the conversation as `{ role, content }`. `parts` are the parts of the message as a
 * request holds them; absent when the message is nothing but `content`.
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

/** The text of a message. */
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
