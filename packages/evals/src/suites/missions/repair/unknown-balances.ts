// A mission that asks for the largest of several numbers, some of which are missing. The model must
// not see the addresses.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, byText, code, fullName, groupsOf, list, money } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export const unknownBalances: SampleMission = {
  name: "unknown-balances",
  title: "The three largest accounts of each region",
  kind: "repair",
  world: (random) => {
    const accounts = list(800, (index) => ({
      account_no: code("AC", index),
      holder: fullName(random),
      region: random.pick(["east", "north", "south", "west"]),
      ...(random.chance(0.05) && index > 2
        ? {}
        : { balance: random.chance(0.08) && index > 2 ? null : money(random, -500, 90_000) }),
      _email: `h${String(between(random, 10_000, 99_999))}.${String(index)}@post.example`,
    }));
    const answer = groupsOf(accounts, ({ region }) => region)
      .map(([region, rows]) => ({
        region,
        largest: rows
          .flatMap(({ account_no, balance, _email }) =>
            typeof balance === "number" ? [{ account: account_no, balance, _email }] : [],
          )
          .sort(
            byLargest(
              ({ balance }) => balance,
              ({ account }) => account,
            ),
          )
          .slice(0, 3),
      }))
      .sort(byText(({ region }) => region));
    return {
      agent: defineAgent({
        prompt: `Which three accounts have the highest balance in each region? With the holder's e-mail address, the highest balance first; sort the regions by name.`,
        signature:
          "() -> [{region :string, largest [{account :string, balance :float, _email :string}]}]",
        maxTurns: 3,
      }),
      context: { accounts },
      check: expecting(answer, { secrets: accounts.map(({ _email }) => _email) }),
    };
  },
};
