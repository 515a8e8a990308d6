// A mission with several levels of agents: a lead asks for a region, and the region asks its
// ledgers.

import { asTool, defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

interface Booking {
  readonly booking: number;
  readonly kind: string;
  readonly amount: number;
}

const shops: Readonly<Record<string, readonly string[]>> = {
  coast: ["pier", "dune"],
  hills: ["mill", "ford"],
};

export const deepDesks: SampleMission = {
  name: "deep-desks",
  title: "Which region earned more, two levels of agents down",
  kind: "nested",
  world: (random) => {
    const ledgers = new Map<string, readonly Booking[]>(
      Object.values(shops)
        .flat()
        .map((shop) => [
          shop,
          list(15, (index) => ({
            booking: index + 1,
            kind: random.pick(["sale", "sale", "cost", "deposit"]),
            amount: money(random, 10, 300),
          })),
        ]),
    );
    const profitOf = (shop: string): number =>
      sum(
        (ledgers.get(shop) ?? []).map(({ kind, amount }) =>
          kind === "sale" ? amount : kind === "cost" ? -amount : 0,
        ),
      );
    const ledger = defineAgent({
      name: "ledger",
      description: "Computes the profit of one shop from its bookings.",
      prompt:
        "What is the profit of the shop {{shop}}: its sales less its costs? Deposits are neither.",
      signature: "(shop :string) -> {profit :float}",
      tools: {
        bookings: tool({
          description: "The bookings of a shop.",
          signature: "(shop :string) -> [{booking :int, kind :string, amount :float}]",
          execute: ({ shop }) => [...(ledgers.get(shop) ?? [])],
        }),
      },
    });
    const region = defineAgent({
      name: "region",
      description: "Computes the profit of a region, coast or hills.",
      prompt: "What is the profit of all shops of the region {{region}} together?",
      signature: "(region :string) -> {profit :float}",
      tools: {
        shops: tool({
          description: "The shops of a region.",
          signature: "(region :string) -> [:string]",
          execute: ({ region: name }) => [...(shops[name] ?? [])],
        }),
        ledger: asTool(ledger),
      },
    });
    const totals = Object.entries(shops).map(([name, of]) => ({
      region: name,
      profit: sum(of.map(profitOf)),
    }));
    const [best] = totals.toSorted((left, right) => right.profit - left.profit);
    return {
      agent: defineAgent({
        prompt: "Which of the regions coast and hills has the larger profit, and how much?",
        signature: "() -> {region :string, profit :float}",
        tools: { region: asTool(region) },
        turnBudget: 40,
      }),
      check: expecting(best),
    };
  },
};
