// A mission over amounts that people typed as text, in two notations.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { byLargest, groupsOf, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

function typed(random: Random, amount: number): string {
  const english = amount.toLocaleString("en-US", { minimumFractionDigits: 2 });
  const german = english.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."));
  return random.pick([
    english,
    english,
    amount.toFixed(2),
    `€ ${english}`,
    ` ${english} `,
    `${german} EUR`,
    `(${english})`,
  ]);
}

export const typedAmounts: SampleMission = {
  name: "typed-amounts",
  title: "Sums of amounts that were typed by hand",
  kind: "repair",
  world: (random) => {
    const entries = list(900, (index) => {
      const isUnknown = random.chance(0.05) && index > 2;
      const amount = money(random, 1, 9_000);
      const text = isUnknown ? random.pick(["n/a", "-", "", null]) : typed(random, amount);
      return {
        row: {
          row: index + 2,
          client: random.pick(["Aster", "Birch", "Cedar", "Dogwood", "Elm"]),
          amount: text,
        },
        value: isUnknown || text === null ? undefined : text.startsWith("(") ? -amount : amount,
      };
    });
    const answer = groupsOf(entries, ({ row }) => row.client)
      .map(([client, rows]) => ({
        client,
        total: sum(rows.map(({ value }) => value ?? 0)),
        unreadable: rows.filter(({ value }) => value === undefined).length,
      }))
      .sort(
        byLargest(
          ({ total }) => total,
          ({ client }) => client,
        ),
      );
    return {
      agent: defineAgent({
        prompt: `The amounts of this sheet were typed by hand. What is the total of each client, the largest first, and how many of its rows have no amount? Every amount that is there has two decimal places; one in parentheses is negative.`,
        signature: "() -> [{client :string, total :float, unreadable :int}]",
        maxTurns: 5,
      }),
      context: { sheet: entries.map(({ row }) => row) },
      check: expecting(answer),
    };
  },
};
