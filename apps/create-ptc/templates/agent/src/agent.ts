import { defineAgent } from "@ptc/subagent";
import { orders } from "./tools.ts";

export const agent = defineAgent({
  name: "debts",
  prompt: "Which customer owes the most on open orders, and how much?",
  signature: "() -> {customer :string, due :float}",
  tools: { orders },
  maxTurns: 4,
});
