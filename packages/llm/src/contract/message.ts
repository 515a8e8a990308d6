// The messages of a conversation, in sending order.

import type { ProviderOptions } from "./provider-options.ts";
import type { ResponsePart } from "./response-part.ts";
import type { TextPart } from "./text-part.ts";
import type { ToolResultPart } from "./tool-result-part.ts";
import type { UserPart } from "./user-part.ts";

interface MessageOptions {
  /**
   * The conversation up to and including this message will be sent again unchanged. An adapter
   * marks this position if its provider caches prompts on request.
   */
  readonly cacheBoundary?: boolean;
  readonly providerOptions?: ProviderOptions;
}

/** Instructions to the model, ahead of the conversation. */
export interface SystemMessage extends MessageOptions {
  readonly role: "system";
  readonly content: string | readonly TextPart[];
}

/** Text and files from the user. */
export interface UserMessage extends MessageOptions {
  readonly role: "user";
  readonly content: string | readonly UserPart[];
}

/** An earlier response of the model. */
export interface AssistantMessage extends MessageOptions {
  readonly role: "assistant";
  readonly content: string | readonly ResponsePart[];
}

/** The results of the tool calls of the preceding assistant message: one part per call. */
export interface ToolMessage extends MessageOptions {
  readonly role: "tool";
  readonly content: readonly ToolResultPart[];
}

/** A message of a conversation, discriminated by `role`. */
export type ModelMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
