// A conversation that a mission goes on with.

import type { HostFile } from "@ptc/core/values";
import type { ModelMessage } from "@ptc/llm";

export interface ContinuedConversation {
  /** What was said before, without the system prompt. */
  readonly before: readonly ModelMessage[];
  /** What the user says now. */
  readonly message: string;
  /** What the user attaches. */
  readonly files: readonly HostFile[];
  /** The system prompt, of the one of the mission and of what the agent is asked. */
  readonly system: (system: string, prompt: string) => string;
}
