// Planner and executor: one mission writes the plan, another one does it and reports each step as
// done. The plan can be looked at, or changed, before anything happens.

import { chain, defineAgent, run, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import { byHeart } from "./by-heart.ts";
import type { Plant } from "./plants.ts";

const planner = defineAgent({
  name: "planner",
  prompt: `Write the plan for an audit of leaks: two to five steps, each with a short id and what is to be done. The reports of each plant are there as lines of text; the audit names how many reports there are, how many tell of a leak, and the litres of all leaks.`,
  signature: "() -> {steps [{id :string, task :string}]}",
  maxTurns: 2,
});

const executor = defineAgent({
  name: "executor",
  prompt: "Do the audit by the plan, and report each step as it is done.",
  signature:
    "(plants [{name :string, reports [:string]}]) -> {reports :int, leaking :int, litres :int}",
  maxTurns: 4,
});

export interface Audit {
  readonly reports: number;
  readonly leaking: number;
  readonly litres: number;
}

export interface Planned {
  readonly plan: MissionStep<{ readonly steps: readonly { readonly id: string }[] }>;
  readonly audit: MissionStep<Audit>;
}

export async function plannerAndExecutor(
  plants: readonly Plant[],
  llm: LanguageModel,
): Promise<Planned> {
  const plan = await run(planner, { llm });
  const steps = plan.ok ? plan.return.steps : [];
  const audit = await chain(plan, executor, {
    llm,
    context: { plants: plants.map(({ name, reports }) => ({ name, reports: [...reports] })) },
    plan: steps.map(({ id, task }) => [id, task]),
  });
  return { plan, audit };
}

export const plannerModel = () =>
  byHeart("planner", {
    "Write the plan": [
      `(return {:steps [{:id "count" :task "Count the reports, and those that tell of a leak"}
                 {:id "litres" :task "Add up the litres of all leaks"}]})`,
    ],
    "Do the audit": [
      `(def reports (mapcat :reports data/plants))
(def leaks (mapcat (fn [report] (re-seq #"leaked (\\d+) litres" report)) reports))
(def leaking (count (filter (fn [report] (re-find #"leaked" report)) reports)))
(step-done "count" (str (count reports) " reports, " leaking " with a leak"))
(def litres (reduce + (map (comp parse-long second) leaks)))
(step-done "litres" (str litres " litres"))
{:reports (count reports) :leaking leaking :litres litres}`,
      `(return {:reports (count reports) :leaking leaking :litres litres})`,
    ],
  });
