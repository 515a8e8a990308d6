// The messages of a conversation, in the order in which they are sent.

import type { ProviderOptions } from "./provider-options.ts";
import type { ResponsePart } from "./response-part.ts";
import type { TextPart } from "./text-part.ts";
import type { ToolResultPart } from "./tool-result-part.ts";
import type { UserPart } from "./user-part.ts";

interface MessageOptions {
  /**
   * Everything up to and with this message will be sent again unchanged. An adapter whose provider
   * caches prompts on request marks this place.
   */
  readonly cacheBoundary?: boolean;
  readonly providerOptions?: ProviderOptions;
}

/** What the model is told before the conversation. */
export interface SystemMessage extends MessageOptions {
  readonly role: "system";
  readonly content: string | readonly TextPart[];
}

/** What the user says: text and files. */
export interface UserMessage extends MessageOptions {
  readonly role: "user";
  readonly content: string | readonly UserPart[];
}

/** What the model answered before. */
export interface AssistantMessage extends MessageOptions {
  readonly role: "assistant";
  readonly content: string | readonly ResponsePart[];
}

/** Answers to the tool calls of the assistant message before it: one part for each call. */
export interface ToolMessage extends MessageOptions {
  readonly role: "tool";
  readonly content: readonly ToolResultPart[];
}

/** A message of a conversation; `role` tells whose. */
export type ModelMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
