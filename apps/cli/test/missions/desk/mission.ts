import { askUser, defineAgent, type Mission } from "@ptc/subagent";

const agent = defineAgent({
  prompt: "Refund the orders and ask for the city.",
  signature: "() -> [:string]",
  tools: {
    ask: askUser(),
    refund: {
      description: "Refunds an amount for an order",
      signature: "(id :int, amount :int) -> :string",
      needsApproval: true,
      execute: ({ id, amount }: { id: number; amount: number }) =>
        `order ${String(id)}: ${String(amount)}`,
    },
  },
});

export default { title: "Desk", agent } satisfies Mission;
