// A mission with a tool that refuses some arguments that its signature allows, and reports which
// ones it accepts.

import { defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { byLargest, code, groupsOf, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const regions = [
  { region: "North", code: "n-01" },
  { region: "South", code: "s-07" },
  { region: "Islands", code: "i-22" },
];
const quarter = ["2026-01", "2026-02", "2026-03"];
const mostRows = 40;

export const strictSales: SampleMission = {
  name: "strict-sales",
  title: "Sales of a quarter from a tool that is strict about its arguments",
  kind: "repair",
  world: (random) => {
    const sales = regions.flatMap(({ region, code: regionCode }) =>
      quarter.flatMap((month) =>
        list(60 + random.below(80), (index) => ({
          region,
          regionCode,
          month,
          sale: code("S", index),
          seller: random.pick(["Ada", "Ben", "Cleo", "Dov", "Eva"]),
          gross: money(random, 10, 900),
        })),
      ),
    );
    const bySeller = groupsOf(sales, ({ region, seller }) => `${region} ${seller}`).map(
      ([, rows]) => ({
        region: rows[0]?.region ?? "",
        seller: rows[0]?.seller ?? "",
        gross: sum(rows.map(({ gross }) => gross)),
      }),
    );
    const answer = regions
      .flatMap(({ region }) =>
        bySeller
          .filter((row) => row.region === region)
          .sort(
            byLargest(
              ({ gross }) => gross,
              ({ seller }) => seller,
            ),
          )
          .slice(0, 1),
      )
      .sort(
        byLargest(
          ({ gross }) => gross,
          ({ region }) => region,
        ),
      );
    return {
      agent: defineAgent({
        prompt: `Who sold most (gross) in each region in the first quarter of 2026? The highest first.`,
        signature: "() -> [{region :string, seller :string, gross :float}]",
        tools: {
          regions: tool({
            signature: "() -> [{region :string, code :string}]",
            execute: () => regions,
          }),
          sales: tool({
            description:
              "Sales of a region, in the order they were made. offset skips the first ones.",
            signature:
              "(region :string, month :string, offset :int?, limit :int?) -> [{sale :string, seller :string, gross :float}]",
            execute: ({ region, month, offset, limit }) => {
              if (!/^\d{4}-\d{2}$/.test(month))
                throw new Error(`month must be written YYYY-MM, got ${month}`);
              if (!regions.some((known) => known.code === region))
                throw new Error(`unknown region code ${region}`);
              if ((limit ?? mostRows) > mostRows)
                throw new Error(`limit must not exceed ${String(mostRows)}, got ${String(limit)}`);
              const rows = sales
                .filter((sale) => sale.regionCode === region && sale.month === month)
                .map(({ sale, seller, gross }) => ({ sale, seller, gross }));
              return rows.slice(offset ?? 0, (offset ?? 0) + (limit ?? 20));
            },
          }),
        },
        maxTurns: 6,
      }),
      check: expecting(answer),
    };
  },
};
