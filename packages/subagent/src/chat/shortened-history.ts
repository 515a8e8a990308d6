// What stays of a long conversation between two messages, where the option `compaction` of the
// agent shortens it: the latest turns, with a note in front of them of what still holds.

import type { Firewall } from "@ptc/core/firewall";
import { Memory } from "@ptc/lisp";
import type { ModelMessage, UserMessage } from "@ptc/llm";
import type { Agent } from "../agent/agent.ts";
import { leftOutText } from "../compaction/left-out.ts";
import { pressure } from "../compaction/pressure.ts";
import { TokenCounts } from "../compaction/token-counts.ts";

/**
 * The messages, which begin with one of the user; of those that are left out none is missed by one
 * that stays.
 * @throws OptionError for what `compaction.countTokens` answers
 */
export function shortenedHistory(
  messages: readonly ModelMessage[],
  { compaction }: Pick<Agent, "compaction">,
  memory: Memory,
  firewall: Firewall,
): readonly ModelMessage[] {
  if (compaction === undefined) return messages;
  // Every message of the user begins a part: calls and their results stand behind it together.
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
