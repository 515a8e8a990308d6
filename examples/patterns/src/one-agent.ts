// The baseline of the patterns: one agent with all logs, which looks at their wording and then
// computes.

import { defineAgent, run, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import type { Log, PlantLitres } from "./logs.ts";

const agent = defineAgent({
  name: "auditor",
  prompt:
    "How many litres leaked at each plant by its log? The most first. Apply the corrections of later entries.",
  signature: "(logs [{plant :string, text :string}]) -> [{plant :string, litres :int}]",
  maxTurns: 4,
});

export async function oneAgent(
  logs: readonly Pick<Log, "plant" | "text">[],
  llm: LanguageModel,
): Promise<MissionStep<readonly PlantLitres[]>> {
  return await run(agent, {
    llm,
    context: { logs: logs.map(({ plant, text }) => ({ plant, text })) },
  });
}
