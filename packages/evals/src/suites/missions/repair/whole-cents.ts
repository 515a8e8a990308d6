// A mission whose answer is in whole cents, from amounts with decimal places. Multiplying by 100
// doesn't always give an integer.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { byText, code, day, between, groupsOf, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const cents = (amount: number): number => Math.round(amount * 100);

export const wholeCents: SampleMission = {
  name: "whole-cents",
  title: "Donations by month in whole cents",
  kind: "repair",
  world: (random) => {
    const donations = list(1100, (index) => ({
      receiptNo: code("D", index, 5),
      given_on: day("2026-01-01", between(random, 0, 119)),
      amount: money(random, 1, 250),
      anonymous: random.chance(0.3),
    }));
    const answer = groupsOf(donations, ({ given_on }) => given_on.slice(0, 7))
      .map(([month, rows]) => {
        const total = sum(rows.map(({ amount }) => cents(amount)));
        return {
          month,
          donations: rows.length,
          cents: total,
          anonymous_percent: Math.round(
            (100 *
              sum(rows.filter(({ anonymous }) => anonymous).map(({ amount }) => cents(amount)))) /
              total,
          ),
        };
      })
      .sort(byText(({ month }) => month));
    return {
      agent: defineAgent({
        prompt: `For each month, in order: how many donations, their total in cents, and what share of that total came from anonymous givers, in whole percent?`,
        signature: "() -> [{month :string, donations :int, cents :int, anonymous_percent :int}]",
        maxTurns: 3,
      }),
      context: { donations },
      check: expecting(answer),
    };
  },
};
