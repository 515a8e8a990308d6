// A mission with data that lacks common knowledge: the countries of cities.

import { defineAgent, llmQuery } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { byText, groupsOf, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const cities = [
  ["Graz", "Austria"],
  ["Linz", "Austria"],
  ["Porto", "Portugal"],
  ["Brno", "Czechia"],
  ["Turku", "Finland"],
  ["Espoo", "Finland"],
] as const;

export const cityCountries: SampleMission = {
  name: "city-countries",
  title: "Orders by country, where rows have cities only",
  kind: "nested",
  world: (random) => {
    const rows = list(60, (index) => {
      const [city, country] = random.pick(cities);
      return { country, row: { id: index + 1, city, amount: money(random, 5, 80) } };
    });
    const answer = groupsOf(rows, ({ country }) => country)
      .map(([country, of]) => ({
        country,
        orders: of.length,
        amount: sum(of.map(({ row }) => row.amount)),
      }))
      .sort(byText(({ country }) => country));
    return {
      agent: defineAgent({
        prompt:
          "How many orders came from each country, and for how much? Name countries in English, Czechia for the Czech Republic. Sort by country.",
        signature:
          "(orders [{id :int, city :string, amount :float}]) -> [{country :string, orders :int, amount :float}]",
        tools: { "llm-query": llmQuery() },
      }),
      context: { orders: rows.map(({ row }) => row) },
      check: expecting(answer),
    };
  },
};
