// Generate and check: one agent makes a proposal, another one looks for what is wrong with it, and
// its findings go back, at most so many times. The checker sees the proposal and not its reasons.

import { chain, defineAgent, run, type MissionStep } from "@ptc/subagent";
import type { LanguageModel } from "@ptc/llm";
import { byHeart } from "./by-heart.ts";

export interface Visit {
  readonly plant: string;
  readonly day: string;
}

const generator = defineAgent({
  name: "generator",
  prompt:
    "Plan one visit to each plant, one on a day, from the first of data/days on. Mend what data/findings say of the last proposal.",
  signature:
    "(plants [:string], days [:string], findings [:string]) -> {visits [{plant :string, day :string}]}",
  maxTurns: 2,
});

const checker = defineAgent({
  name: "checker",
  prompt:
    "Find what is wrong with the visits: a plant without one or with two, a day with two, a visit on a day on which data/closed says the plant is closed. Answer a sentence for each, or none.",
  signature:
    "(visits [{plant :string, day :string}], plants [:string], closed [{plant :string, day :string}]) -> [:string]",
  maxTurns: 2,
});

export interface Checked {
  readonly visits: readonly Visit[];
  /** What is still wrong with them; none where they are right. */
  readonly findings: readonly string[];
  readonly rounds: number;
  /** The last mission: it failed where there is no proposal. */
  readonly step: MissionStep;
}

export async function generateAndCheck(
  plants: readonly string[],
  days: readonly string[],
  closed: readonly Visit[],
  llm: LanguageModel,
  mostRounds = 3,
): Promise<Checked> {
  let findings: readonly string[] = [];
  for (let rounds = 1; ; rounds++) {
    const proposed = await run(generator, {
      llm,
      context: { plants: [...plants], days: [...days], findings: [...findings] },
    });
    const checked = await chain(proposed, checker, {
      llm,
      context: { plants: [...plants], closed: closed.map((visit) => ({ ...visit })) },
    });
    const visits = proposed.ok ? proposed.return.visits : [];
    if (!checked.ok) return { visits, findings, rounds, step: checked };
    findings = checked.return;
    if (findings.length === 0 || rounds === mostRounds)
      return { visits, findings, rounds, step: checked };
  }
}

export const checkingModel = () =>
  byHeart("checker", {
    "Plan one visit": [
      `(let [closed (set (keep (fn [finding] (next (re-find #"(\\S+) is closed on (\\S+)" finding))) data/findings))
      free? (fn [plant day] (not (contains? closed (list plant day))))
      place (fn [visits plant]
              (let [taken (set (map :day visits))
                    day (first (filter (fn [day] (and (not (taken day)) (free? plant day))) data/days))]
                (conj visits {:plant plant :day day})))]
  (return {:visits (reduce place [] data/plants)}))`,
    ],
    "Find what is wrong": [
      `(let [shut (set (map (juxt :plant :day) data/closed))
      by-day (group-by :day data/visits)
      visited (frequencies (map :plant data/visits))]
  (return (vec (concat
    (for [plant data/plants :when (not= 1 (get visited plant 0))] (str plant " has " (get visited plant 0) " visits."))
    (for [[day visits] by-day :when (> (count visits) 1)] (str day " has " (count visits) " visits."))
    (for [{:keys [plant day]} data/visits :when (contains? shut [plant day])]
      (str plant " is closed on " day " ."))))))`,
    ],
  });
