// A conversation as compaction sees it: what stands at its beginning, and its turns.
//
//   system, user │ assistant, user │ assistant, tool │ assistant, tool, user │
//   head         │ turn            │ turn            │ turn                  │ the next turn
//
// A turn is everything from one beginning to the next: where a mode asks the model several times in
// a turn, all of that stays together. So the messages that stay begin with an answer of the model,
// which follows the message of the user, and every call stays with its results.

import type { ModelMessage, UserPart } from "@ptc/llm";

export interface SplitConversation {
  /**
   * The system message, where there is one, and the message of the user that holds the mission;
   * between them what was said before, in a conversation that goes on.
   */
  readonly head: readonly ModelMessage[];
  /** The turns that are over, the oldest first. */
  readonly turns: readonly (readonly ModelMessage[])[];
}

/** `starts`: at which message each turn begins, the one about to begin too. */
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
 * The conversation with its latest `kept` turns, as they are, and `note` behind the message of the
 * user that holds the mission. It is a part of its own, so that what a provider has cached up to it
 * still counts.
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
