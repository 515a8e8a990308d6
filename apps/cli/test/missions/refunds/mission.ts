import { defineAgent, type Mission } from "@ptc/subagent";

const agent = defineAgent({
  prompt: "Refund the orders and list what was paid.",
  signature: "() -> [:string]",
  tools: {
    refund: {
      description: "Refunds an amount for an order",
      signature: "(id :int, amount :int) -> :string",
      needsApproval: ({ amount }: { amount: number }) => amount > 100,
      execute: ({ id, amount }: { id: number; amount: number }) =>
        `order ${String(id)}: ${String(amount)}`,
    },
  },
});

export default { title: "Refund desk", agent } satisfies Mission;
