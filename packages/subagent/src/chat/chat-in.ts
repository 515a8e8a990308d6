// `chatIn`: a chat in a store. The code that reads and writes it loads with the first one.

import type { RecordOptions, RunStore } from "@ptc/core/store";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import { knownOptions } from "../options/option-checks.ts";
import { Chat } from "./chat.ts";
import { chatOptionNames, type ChatOptions } from "./chat-options.ts";

/** The options of `chatIn`: those of `createChat`, and those for its record. */
export type StoreChatOptions<Input = unknown, Deps = unknown> = Omit<
  ChatOptions<Input, Deps>,
  "after"
> &
  Omit<RecordOptions, "clock">;

/**
 * Opens the chat `id` in a store, or begins it. Messages, definitions, cached results, results of
 * tasks, usage and a message that waits are those that the last process left. Each message takes
 * the chat: in all other processes that have it open, the next message rejects with a StoreError
 * `conflict` before anything is sent. The new state is stored before the promise of the step
 * resolves, which rejects if that fails. The `step` of a chat that was opened again has no turns,
 * prints and calls of tools: keep those of each message with `stepIn`.
 *
 * Use `recordsOf(store, { kind: "chat", owner })` of `@ptc/core/store` to list, delete and prune
 * chats. It needs zod 4, which the application installs.
 *
 * @example
 *   const chat = await chatIn(store, "order-42", agent, { owner: user, llm });
 *   await chat.send("What is open?");
 *
 * @throws StoreError, also for a record that can't be read; OptionError
 */
export async function chatIn<Input, Output, Deps>(
  store: RunStore,
  id: string,
  agent: Agent<Input, Output, Deps>,
  options: StoreChatOptions<Input, Deps>,
): Promise<Chat<Output>> {
  const { openChat, storedChatOptions } = await import("./stored-chat.ts");
  knownOptions(options, [
    ...chatOptionNames.filter((name) => name !== "after"),
    ...storedChatOptions,
  ]);
  const { mission, keeper } = await openChat(store, id, options as RecordOptions);
  return new Chat<Output>(checkedAgent(agent), mission, keeper);
}
