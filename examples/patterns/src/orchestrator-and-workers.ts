// Orchestrator and workers: one mission finds the work and passes the parts to an agent as its
// tool, several at once. A failing worker affects only its own part.

import { asTool, defineAgent, run, tool, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import { alarmsOf, type Log } from "./logs.ts";

interface PumpOfPlant {
  readonly plant: string;
  readonly pump: string;
}

export interface Orders {
  readonly orders: readonly (PumpOfPlant & { readonly part: string })[];
  readonly undecided: readonly (PumpOfPlant & { readonly why: string })[];
}

const worker = defineAgent({
  name: "worker",
  description: "Reads lines of a log about one pump and says which part of it is broken, if any.",
  mode: "text",
  prompt: `Which part of {{pump}} is broken by these lines of a log? Say none if no line mentions it.

{{lines}}`,
  signature: "(pump :string, lines :string) -> {part #{seal valve bearing none}}",
  maxTurns: 2,
});

export async function orchestratorAndWorkers(
  logs: readonly Log[],
  llm: LanguageModel,
  { offline = [] as readonly string[], maxModelCalls = 40 } = {},
): Promise<MissionStep<Orders>> {
  const orchestrator = defineAgent({
    name: "orchestrator",
    prompt:
      "Which parts do we order? Have the lines diagnosed of each pump with five alarms or more. A pump that has nothing broken needs no part; one that could not be diagnosed is undecided, with the reason.",
    signature:
      "() -> {orders [{plant :string, pump :string, part :string}], undecided [{plant :string, pump :string, why :string}]}",
    tools: {
      alarms: tool({
        description: "Returns the number of alarms of each pump.",
        signature: "() -> [{plant :string, pump :string, alarms :int}]",
        execute: () => alarmsOf(logs),
      }),
      lines: tool({
        description: "The lines of a plant's log that name a pump.",
        signature: "(plant :string, pump :string) -> :string",
        execute: ({ plant, pump }) => {
          const log = logs.find((each) => each.plant === plant);
          if (log === undefined) throw new Error(`there is no plant ${plant}`);
          if (offline.includes(plant)) throw new Error(`${plant} does not answer`);
          const named = log.text.split("\n").filter((line) => line.includes(pump));
          return named.join("\n");
        },
      }),
      diagnose: asTool(worker),
    },
    turnBudget: 40,
    maxModelCalls,
    maxTurns: 3,
  });
  return await run(orchestrator, { llm });
}
