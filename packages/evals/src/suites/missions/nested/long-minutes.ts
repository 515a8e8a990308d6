// A mission with minutes that are too long to print and have decisions in prose, so they must be
// read in parts.

import { defineAgent, llmQuery, selfTool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { byText, list, shuffled } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const decided = [
  ["Ida", "roof", "After some talk Ida said the roof was hers to see to, and nobody objected."],
  ["Paul", "keys", "Paul is going to have new keys cut before the summer."],
  ["Mara", "heating", "It was left with Mara to get three offers for the heating."],
  ["Ida", "garden", "Since Jon moved away, Ida takes over the garden from him."],
  ["Sven", "accounts", "The accounts, it was agreed, go to Sven from now on."],
] as const;

const small = [
  "The minutes of the last meeting were read and approved.",
  "There was coffee, and the question of who had brought the cake stayed open.",
  "Somebody asked about the bicycles in the hall; this was put off again.",
  "The caretaker reported on the lift, which runs.",
  "A letter of the city was passed around.",
  "Paul would have liked to talk about the roof, but the time was short.",
];

export const longMinutes: SampleMission = {
  name: "long-minutes",
  title: "Who took over what, from minutes in prose",
  kind: "nested",
  world: (random) => {
    const filler = list(330, () => random.pick(small));
    const places = shuffled(random, decided);
    const lines = filler.flatMap((line, index) => {
      const place = places[Math.floor(index / 66)];
      return index % 66 === 33 && place !== undefined ? [place[2], line] : [line];
    });
    const answer = decided
      .map(([person, task]) => ({ person, task }))
      .sort(byText(({ person, task }) => `${person} ${task}`));
    return {
      agent: defineAgent({
        prompt:
          "Who of the house took over which task? The tasks are roof, keys, heating, garden and accounts. The minutes say it in prose, here and there. Sort by person, then task.",
        signature: "(minutes :string) -> [{person :string, task :string}]",
        tools: { part: selfTool, "llm-query": llmQuery() },
        turnBudget: 30,
      }),
      context: { minutes: lines.join("\n") },
      check: expecting(answer),
    };
  },
};
