// A mission with agents for regions, one of which fails. The mission must use the others and name
// the failed one.

import { asTool, defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, day, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export const failingDesk: SampleMission = {
  name: "failing-desk",
  title: "Revenue by region, where one region cannot answer",
  kind: "nested",
  world: (random) => {
    const down = random.pick(["east", "west"]);
    const regions = ["east", "north", "west"].map((region) => ({
      region,
      sales: list(20, () => ({
        day: day("2026-04-01", between(random, 0, 60)),
        amount: money(random, 10, 400),
        refunded: random.chance(0.2),
      })),
    }));
    const revenues = regions
      .filter(({ region }) => region !== down)
      .map(({ region, sales }) => ({
        region,
        revenue: sum(
          sales
            .filter((sale) => sale.day.startsWith("2026-05") && !sale.refunded)
            .map(({ amount }) => amount),
        ),
      }));
    const desk = defineAgent({
      name: "region",
      description:
        "Computes the revenue of a region in a month: its sales without those that were refunded. Fails where the region's ledger cannot be read.",
      prompt:
        "What was the revenue of the region {{region}} in {{month}}, without refunded sales? If its ledger cannot be read, fail and say why.",
      signature: "(region :string, month :string) -> {revenue :float}",
      tools: {
        ledger: tool({
          description: "All sales of a region.",
          signature: "(region :string) -> [{day :string, amount :float, refunded :bool}]",
          execute: ({ region }) => {
            if (region === down) throw new Error("the archive is closed until Monday");
            return regions.find((row) => row.region === region)?.sales ?? [];
          },
        }),
      },
      maxTurns: 3,
    });
    return {
      agent: defineAgent({
        prompt:
          "What was the revenue of the regions east, north and west in 2026-05? Regions that cannot be had are to be named, with the others still given.",
        signature: "() -> {revenues [{region :string, revenue :float}], missing [:string]}",
        tools: { region: asTool(desk) },
      }),
      check: expecting({ revenues, missing: [down] }),
    };
  },
};
