// A mission with one parallel call for each of many items. The tool fails for some of them.

import { defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, code, day, list, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export const weatherStations: SampleMission = {
  name: "weather-stations",
  title: "The hottest stations of July, some of which do not answer",
  kind: "turns",
  world: (random) => {
    const stations = list(140, (index) => ({
      id: code("ST", index, 3),
      isOffline: random.chance(0.07),
      country: random.pick(["PT", "ES", "FR", "IT"]),
      days: list(92, (offset) => ({
        date: day("2026-06-01", offset),
        maxC: random.chance(0.06) ? null : between(random, 180 + (index % 40), 380) / 10,
      })),
    }));
    const answer = stations
      .filter(({ isOffline }) => !isOffline)
      .map(({ id, country, days }) => {
        const july = days.flatMap(({ date, maxC }) =>
          date.startsWith("2026-07") && maxC !== null ? [maxC] : [],
        );
        return { station: id, country, mean: sum(july) / july.length };
      })
      .sort(
        byLargest(
          ({ mean }) => mean,
          ({ station }) => station,
        ),
      )
      .slice(0, 5);
    return {
      agent: defineAgent({
        prompt: `Which five stations had the highest mean of the daily maximum temperatures in July 2026? Days without a value do not count. Some stations cannot be read: list their ids too, sorted.`,
        signature:
          "() -> {hottest [{station :string, country :string, mean :float}], unreadable [:string]}",
        tools: {
          stations: tool({
            description: "All stations.",
            signature: "() -> [{id :string, country :string}]",
            execute: () => stations.map(({ id, country }) => ({ id, country })),
          }),
          daily: tool({
            description: "The daily values of a station.",
            signature: "(station :string) -> [{date :string, maxC :float?}]",
            execute: async ({ station }) => {
              await Promise.resolve();
              const found = stations.find(({ id }) => id === station);
              if (found === undefined) throw new Error(`there is no station ${station}`);
              if (found.isOffline) throw new Error(`station ${station} is offline`);
              return found.days;
            },
          }),
        },
        maxTurns: 5,
      }),
      check: expecting({
        hottest: answer,
        unreadable: stations.filter(({ isOffline }) => isOffline).map(({ id }) => id),
      }),
    };
  },
};
