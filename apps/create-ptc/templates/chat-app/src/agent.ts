import { defineAgent } from "@ptc/subagent";

export const orders = [
  { id: 1, customer: "ann", status: "open", amount: 120 },
  { id: 2, customer: "bob", status: "paid", amount: 310 },
  { id: 3, customer: "cleo", status: "open", amount: 45.5 },
  { id: 4, customer: "ann", status: "open", amount: 80 },
];

export const agent = defineAgent({
  name: "orders",
  prompt: "You answer questions about the orders of a shop, in one short sentence.",
  signature: "(orders [{id :int, customer :string, status :string, amount :float}]) -> :string",
  maxTurns: 4,
  json: true,
});
