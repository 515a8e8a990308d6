// The conversation that a mission of a chat continues.

import type { HostFile } from "@ptc/core/values";
import type { ModelMessage } from "@ptc/llm";

export interface ContinuedConversation {
  /** The earlier messages, without the system prompt. */
  readonly before: readonly ModelMessage[];
  /** The new user message. */
  readonly message: string;
  /** The files that the user attaches to the message. */
  readonly files: readonly HostFile[];
  /** The journal at the start of the conversation, which the system prompt lists. */
  readonly journal: Readonly<Record<string, unknown>> | undefined;
  /** Builds the system prompt from that of the mission and the agent's prompt. */
  readonly system: (system: string, prompt: string) => string;
}
