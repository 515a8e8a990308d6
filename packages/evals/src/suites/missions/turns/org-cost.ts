// A mission with a large result from a tool without a signature: a tree, as a list of people with
// their managers.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, code, fullName, list, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export const orgCost: SampleMission = {
  name: "org-cost",
  title: "People and salaries below each of the management",
  kind: "turns",
  world: (random) => {
    const people = list(900, (index) => ({
      empNo: code("E", index),
      displayName: `${fullName(random)} ${String(index)}`,
      reportsTo:
        index === 0
          ? null
          : index < 7
            ? code("E", 0)
            : code("E", between(random, Math.max(1, Math.floor(index / 9)), index - 1)),
      compensation: {
        base: between(random, 30, 180) * 1000,
        ...(random.chance(0.4) ? { bonus: between(random, 1, 20) * 1000 } : {}),
      },
      leftOn: random.chance(0.05) && index > 6 ? "2026-01-31" : null,
    }));
    const below = (empNo: string): string[] => [
      empNo,
      ...people
        .filter(({ reportsTo }) => reportsTo === empNo)
        .flatMap((person) => below(person.empNo)),
    ];
    const answer = people
      .filter(({ reportsTo }) => reportsTo === "E0000")
      .map(({ empNo, displayName }) => {
        const ids = new Set(below(empNo));
        const here = people.filter((person) => ids.has(person.empNo) && person.leftOn === null);
        return {
          manager: displayName,
          people: here.length,
          cost: sum(here.map(({ compensation }) => compensation.base + (compensation.bonus ?? 0))),
        };
      })
      .sort(
        byLargest(
          ({ cost }) => cost,
          ({ manager }) => manager,
        ),
      );
    return {
      agent: defineAgent({
        prompt: `Take everybody who reports directly to the head of the company. For each of them: how many people are in their part of the company (all levels, themselves included), and what do these cost in a year, base and bonus together? Who has left neither counts nor costs, but whoever reported to them does. The highest cost first.`,
        signature: "() -> [{manager :string, people :int, cost :int}]",
        tools: {
          directory: {
            description: "Everybody in the company, as the personnel system exports it.",
            execute: () => ({
              export: { version: 3, generatedAt: "2026-06-01T04:00:00Z" },
              employees: people,
            }),
          },
        },
        maxTurns: 5,
      }),
      check: expecting(answer),
    };
  },
};
