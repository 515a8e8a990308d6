// Shortens a long conversation between two messages if the agent's option `compaction` asks for it.
// Keeps the latest turns, after a note about what still applies.

import type { Firewall } from "@ptc/core/firewall";
import { Memory } from "@ptc/lisp";
import type { ModelMessage, UserMessage } from "@ptc/llm";
import type { Agent } from "../agent/agent.ts";
import { leftOutText } from "../compaction/left-out.ts";
import { pressure } from "../compaction/pressure.ts";
import { TokenCounts } from "../compaction/token-counts.ts";

/**
 * Returns the messages to keep, which begin with a user message. No kept message depends on a
 * dropped one.
 * @throws OptionError for a bad result of `compaction.countTokens`
 */
export function shortenedHistory(
  messages: readonly ModelMessage[],
  { compaction }: Pick<Agent, "compaction">,
  memory: Memory,
  firewall: Firewall,
): readonly ModelMessage[] {
  if (compaction === undefined) return messages;
  // Every user message begins a part, because calls and their results follow it together.
  const starts = messages.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  const tokens = new TokenCounts(compaction.countTokens).total(messages);
  if (pressure(compaction, { turns: starts.length, tokens }, false) === undefined) return messages;
  const start = starts.at(-compaction.keepRecentTurns) ?? 0;
  const [first, ...others] = messages.slice(start);
  if (first?.role !== "user") return messages;
  const note = leftOutText(
    {
      turns: starts.length - compaction.keepRecentTurns,
      summary: undefined,
      memory,
      memoryBefore: Memory.empty,
      journaled: [],
      plan: [],
      summaries: new Map(),
    },
    firewall,
  );
  return [withNote(first, note), ...others];
}

function withNote({ content, ...message }: UserMessage, note: string): UserMessage {
  const parts = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  return { ...message, content: [{ type: "text", text: `${note}\n\n` }, ...parts] };
}
