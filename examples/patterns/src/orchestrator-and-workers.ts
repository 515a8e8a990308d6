// Orchestrator and workers: one mission decides what is to be done and gives the parts to agents
// that are its tools, several at once. A worker that fails costs its own part only.

import { asTool, defineAgent, run, tool, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import { byHeart } from "./by-heart.ts";
import type { Plant } from "./plants.ts";

export interface Inspection {
  readonly worst: string;
  readonly litres: number;
  readonly unread: readonly string[];
}

export async function orchestratorAndWorkers(
  plants: readonly Plant[],
  llm: LanguageModel,
  offline: readonly string[] = [],
): Promise<MissionStep<Inspection>> {
  const reports = tool({
    description: "The reports of a plant.",
    signature: "(plant :string) -> [:string]",
    execute: ({ plant }) => {
      const found = plants.find(({ name }) => name === plant);
      if (found === undefined) throw new Error(`there is no plant ${plant}`);
      if (offline.includes(plant)) throw new Error(`${plant} does not answer`);
      return [...found.reports];
    },
  });
  const worker = defineAgent({
    name: "worker",
    description: "Reads the reports of one plant, and answers how many litres leaked there.",
    prompt: "How many litres leaked at {{plant}} in all?",
    signature: "(plant :string) -> {litres :int}",
    tools: { reports },
    maxTurns: 2,
  });
  const orchestrator = defineAgent({
    name: "orchestrator",
    prompt: "At which plant did most litres leak? Name the plants that could not be read.",
    signature: "(plants [:string]) -> {worst :string, litres :int, unread [:string]}",
    tools: { inspect: asTool(worker) },
    turnBudget: 30,
    maxTurns: 3,
  });
  return await run(orchestrator, { llm, context: { plants: plants.map(({ name }) => name) } });
}

export const orchestratorModel = () =>
  byHeart("orchestrator", {
    "At which plant": [
      `(let [inspect (fn [plant]
              (try {:plant plant :litres (:litres (tool/inspect {:plant plant}))}
                   (catch Exception e {:plant plant})))
      all (pmap inspect data/plants)
      read (filter :litres all)
      worst (max-by :litres read)]
  (return {:worst (:plant worst)
           :litres (:litres worst)
           :unread (mapv :plant (remove :litres all))}))`,
    ],
    "How many litres leaked at": [
      `(return {:litres (->> (tool/reports {:plant data/plant})
  (mapcat (fn [report] (re-seq #"leaked (\\d+) litres" report)))
  (map (comp parse-long second))
  (reduce +))})`,
      `(fail "the plant does not answer")`,
    ],
  });
