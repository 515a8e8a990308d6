// A small mission for tests: computes the goods in stock and their worth.

import { defineAgent, type Mission } from "@ptc/subagent";

const items = [
  { sku: "A-1", name: "Lamp", count: 3, price: 20, tags: ["light", "home"] },
  { sku: "B-2", name: "Chair\u001b[31m", count: 0, price: 45, tags: [] },
  { sku: "C-3", name: "Desk", count: 2, price: 120, tags: ["home"] },
];

const mission: Mission = {
  title: "What is in stock?",
  agent: defineAgent({
    prompt: "List what is in stock with its value, most valuable first.",
    signature: "() -> [{sku :string, name :string, value :int, tags [:string]}]",
    tools: { items: () => items },
    maxTurns: 4,
  }),
};

export default mission;
