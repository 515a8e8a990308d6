// A small mission for tests with nested missions: an agent per region, which queries a model about
// each house.

import { asTool, defineAgent, llmQuery, type Mission } from "@ptc/subagent";

const houses: Readonly<Record<string, readonly string[]>> = {
  north: ["Mill\u001b[31m", "Barn"],
  south: ["Inn", "Kiln"],
};

const region = defineAgent({
  name: "region",
  prompt: "Say of each house in {{region}} what it is for.",
  signature: "(region :string) -> [:string]",
  tools: {
    houses: ({ region: name }) => houses[String(name)] ?? [],
    "llm-query": llmQuery(),
  },
  maxTurns: 3,
});

const mission: Mission = {
  title: "What are the houses for?",
  agent: defineAgent({
    name: "survey",
    prompt: "Say of each house what it is for, region by region.",
    signature: "() -> [[:string]]",
    tools: { region: asTool(region) },
    maxTurns: 4,
  }),
};

export default mission;
