// Map and reduce: each report is read by a mission of its own, several at once; one mission puts
// together what they found. No mission sees more than one report, or more than the findings.

import { defineAgent, run, runAll, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import { byHeart } from "./by-heart.ts";
import type { Leak, Plant } from "./plants.ts";

const reader = defineAgent({
  name: "reader",
  prompt: "List the leaks that the report tells of.",
  signature: "(report :string) -> {leaks [{pump :string, litres :int}]}",
  maxTurns: 2,
});

const adder = defineAgent({
  name: "adder",
  prompt: "Add up the leaks of each pump, the most litres first, equal ones by the pump.",
  signature: "(leaks [{pump :string, litres :int}]) -> [{pump :string, litres :int}]",
  fieldDescriptions: { litres: "of all reports together" },
  maxTurns: 2,
});

export interface Reduced {
  readonly step: MissionStep<readonly Leak[]>;
  /** Reports that could not be read; the others count all the same. */
  readonly unread: number;
}

export async function mapAndReduce(
  plants: readonly Plant[],
  llm: LanguageModel,
  concurrency = 4,
): Promise<Reduced> {
  const reports = plants.flatMap((plant) => plant.reports);
  const read = await runAll(
    reports.map((report) => ({ agent: reader, context: { report } })),
    { llm, concurrency },
  );
  const leaks = read.flatMap((step) => (step.ok ? step.return.leaks : []));
  const step = await run(adder, { llm, context: { leaks } });
  return { step, unread: read.filter(({ ok }) => !ok).length };
}

export const mapAndReduceModel = () =>
  byHeart("mapper", {
    "List the leaks": [
      `(return {:leaks (mapv (fn [[_ pump litres]] {:pump pump :litres (parse-long litres)})
  (re-seq #"Pump (P-\\d+) leaked (\\d+) litres" data/report))})`,
    ],
    "Add up": [
      `(return (->> (group-by :pump data/leaks)
  (map (fn [[pump leaks]] {:pump pump :litres (sum-by :litres leaks)}))
  (sort-by (juxt (comp - :litres) :pump))
  vec))`,
    ],
  });
