// A mission over amounts that are texts in several notations, and kinds with several spellings. The
// first rows show one of each.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byText, code, day, groupsOf, list, money, sum, writtenAmount } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const kinds = ["private", "private", "company", "foundation"];
const spellings: readonly ((kind: string) => string)[] = [
  (kind) => kind,
  (kind) => kind,
  (kind) => kind.toUpperCase(),
  (kind) => `${kind} `,
];

export const giftAmounts: SampleMission = {
  name: "gift-amounts",
  title: "Gifts by kind of giver, of amounts in texts",
  kind: "shape",
  world: (random) => {
    const gifts = list(700, (index) => {
      const kind = random.pick(kinds);
      const amount = money(random, 5, index < 10 ? 900 : 9_000);
      return {
        gift_id: code("G", index),
        received: day("2026-01-01", between(random, 0, 80)),
        giver: {
          kind: index < 10 ? kind : random.pick(spellings)(kind),
          since: between(random, 1990, 2026),
        },
        amount: index > 10 && random.chance(0.05) ? "pending" : writtenAmount(amount),
        value: amount,
        truth: kind,
      };
    });
    const counted = gifts.filter(({ amount }) => amount !== "pending");
    const answer = groupsOf(counted, ({ truth }) => truth)
      .map(([kind, rows]) => ({
        kind,
        gifts: rows.length,
        total: sum(rows.map(({ value }) => value)),
      }))
      .sort(byText(({ kind }) => kind));
    return {
      agent: defineAgent({
        prompt:
          "How many gifts came from each kind of giver (in lower case), and what do they come to? Gifts whose amount is not known yet do not count. Sort by kind.",
        signature: "() -> [{kind :string, gifts :int, total :float}]",
        maxTurns: 4,
      }),
      context: {
        gifts: gifts.map(({ gift_id, received, giver, amount }) => ({
          gift_id,
          received,
          giver,
          amount,
        })),
      },
      check: expecting(answer),
    };
  },
};
