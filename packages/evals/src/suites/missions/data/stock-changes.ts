// A mission that compares two snapshots of a stock. Rows are identified by two fields, and rows
// with the same key are added up.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byLargest, code, groupsOf, list, shuffled, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

interface StockRow {
  readonly "article-no": string;
  readonly warehouse: string;
  readonly qty: number;
}

const totals = (rows: readonly StockRow[]): Map<string, number> =>
  new Map(
    groupsOf(rows, (row) => `${row["article-no"]}@${row.warehouse}`).map(([key, same]) => [
      key,
      sum(same.map(({ qty }) => qty)),
    ]),
  );

function snapshot(random: Random, keys: readonly (readonly [string, string])[]): StockRow[] {
  return shuffled(
    random,
    keys.flatMap(([article, warehouse]) =>
      list(random.chance(0.15) ? 2 : 1, () => ({
        "article-no": article,
        warehouse,
        qty: between(random, 0, 300),
      })),
    ),
  );
}

export const stockChanges: SampleMission = {
  name: "stock-changes",
  title: "What changed between two snapshots of the stock",
  kind: "data",
  world: (random) => {
    const keys = list(400, (index) => code("A", index)).flatMap((article) =>
      ["LIS", "OSL", "VIE"].map((warehouse) => [article, warehouse] as const),
    );
    const before = snapshot(
      random,
      keys.filter(() => random.chance(0.9)),
    );
    const after = snapshot(
      random,
      keys.filter(() => random.chance(0.9)),
    );
    const [old, now] = [totals(before), totals(after)];
    const changes = [...now]
      .filter(([key]) => old.has(key))
      .map(([key, to]) => ({ key, from: old.get(key) ?? 0, to }))
      .sort(
        byLargest(
          ({ from, to }) => Math.abs(to - from),
          ({ key }) => key,
        ),
      );
    return {
      agent: defineAgent({
        prompt: `The stock of an article in a warehouse is the sum of its rows. Between the two snapshots: how many article/warehouse pairs were added, how many are gone, and which five of the pairs that stand in both changed most (up or down)? Name a pair article@warehouse, such as A0001@LIS. The largest change first, equal ones by pair.`,
        signature: "() -> {added :int, gone :int, changed [{pair :string, from :int, to :int}]}",
        contextDescriptions: { before: "the stock last night", after: "the stock tonight" },
        maxTurns: 1,
      }),
      context: { before, after },
      check: expecting({
        added: [...now.keys()].filter((key) => !old.has(key)).length,
        gone: [...old.keys()].filter((key) => !now.has(key)).length,
        changed: changes.slice(0, 5).map(({ key, from, to }) => ({ pair: key, from, to })),
      }),
    };
  },
};
