// Splits a conversation into its head and its turns, for compaction.
//
//   system, user │ assistant, user │ assistant, tool │ assistant, tool, user │
//   head         │ turn            │ turn            │ turn                  │ the next turn
//
// All messages of a turn stay together, even if a mode asks the model several times in it. The
// remaining messages therefore begin with a response of the model after the user message, and every
// call keeps its results.

import type { ModelMessage, UserPart } from "@ptc/llm";

export interface SplitConversation {
  /**
   * The system message, if any, and the user message with the mission. In a continued conversation,
   * the earlier messages are between them.
   */
  readonly head: readonly ModelMessage[];
  /** The completed turns, oldest first. */
  readonly turns: readonly (readonly ModelMessage[])[];
}

/**
 * Splits `messages`. `starts` has the index of the first message of each turn, including the next
 * one.
 */
export function splitConversation(
  messages: readonly ModelMessage[],
  starts: readonly number[],
): SplitConversation {
  return {
    head: messages.slice(0, starts[0] ?? messages.length),
    turns: starts.slice(0, -1).map((start, index) => messages.slice(start, starts[index + 1])),
  };
}

/**
 * Returns the conversation with only its latest `recentTurns`, and `note` after the user message
 * with the mission. The note is a separate part, so that the provider's cache up to it stays valid.
 */
export function shortened(
  { head, turns }: SplitConversation,
  recentTurns: number,
  note: string,
): SplitConversation {
  const mission = head.findLastIndex(({ role }) => role === "user");
  return {
    head: head.map((message, index) =>
      index === mission && message.role === "user"
        ? {
            ...message,
            content: [...partsOf(message.content), { type: "text", text: `\n\n${note}` }],
          }
        : message,
    ),
    turns: turns.slice(-recentTurns),
  };
}

function partsOf(content: string | readonly UserPart[]): readonly UserPart[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
