// The agent that all servers share.

import { defineAgent, tool } from "@ptc/subagent";

const orders = tool({
  description: "Returns the open orders of the customer.",
  signature: "() -> [{id :int, due :float}]",
  execute: () => [
    { id: 7, due: 12.5 },
    { id: 8, due: 30 },
  ],
});

const refund = tool({
  description: "Refunds an order.",
  signature: "(id :int) -> :string",
  needsApproval: true,
  execute: ({ id }) => `order ${String(id)} is refunded`,
});

const report = tool({
  description: "Writes a report of all orders, which takes a minute.",
  signature: "() -> :string",
  // A tool that waits for another service passes it the signal, so that it ends with the run.
  execute: async (_args, { signal }) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 60_000);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return "two orders are open";
  },
});

export const agent = defineAgent({
  prompt: "{{question}}",
  signature: "(question :string) -> :any",
  tools: { orders, refund, report },
  limits: { steps: 1_000_000, memoryBytes: 20_000_000, outputBytes: 100_000, timeoutMs: 2000 },
  maxTurns: 1,
  missionTimeoutMs: 120_000,
  // Answers are plain JSON, for example with integers beyond 2^53 as texts.
  json: true,
});
