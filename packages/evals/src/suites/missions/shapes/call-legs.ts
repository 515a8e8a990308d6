// A mission with a tool without an output type: calls of a day that contain legs.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, code, day, groupsOf, list, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const teams = ["claims", "sales", "support"];

export const callLegs: SampleMission = {
  name: "call-legs",
  title: "Talking time by team, over the days of a week",
  kind: "shape",
  world: (random) => {
    const days = list(7, (index) => day("2026-03-02", index));
    const calls = new Map(
      days.map((date) => [
        date,
        list(between(random, 20, 40), (index) => ({
          ref: code(`${date}-`, index, 3),
          caller: { number: code("+43", random.below(1e8), 9), known: random.chance(0.5) },
          outcome: random.pick(["answered", "answered", "answered", "missed", "voicemail"]),
          legs: list(between(random, 1, 3), () => ({
            team: random.pick(teams),
            ...(random.chance(0.1) ? {} : { talk: { seconds: between(random, 5, 900) } }),
          })),
        })),
      ]),
    );
    const answer = groupsOf(
      [...calls.values()]
        .flat()
        .filter(({ outcome }) => outcome === "answered")
        .flatMap(({ legs }) => legs),
      ({ team }) => team,
    )
      .map(([team, legs]) => ({ team, seconds: sum(legs.map(({ talk }) => talk?.seconds ?? 0)) }))
      .sort(
        byLargest(
          ({ seconds }) => seconds,
          ({ team }) => team,
        ),
      );
    return {
      agent: defineAgent({
        prompt:
          "How long did each team talk in the answered calls of these days, in seconds? Legs without a talk count as none. The longest first.",
        signature: "(days [:string]) -> [{team :string, seconds :int}]",
        tools: {
          calls: {
            description: "The calls of a day, which is the argument :date.",
            execute: ({ date }) => calls.get(String(date)) ?? [],
          },
        },
        maxTurns: 4,
      }),
      context: { days },
      check: expecting(answer),
    };
  },
};
