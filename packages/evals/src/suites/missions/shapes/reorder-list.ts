// A mission over a map of maps by article, in which the threshold of some articles is missing.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byText, code, groupsOf, list } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const suppliers = ["Nordlicht", "Palette", "Quarz & Co"];

export const reorderList: SampleMission = {
  name: "reorder-list",
  title: "Articles to reorder, by supplier",
  kind: "shape",
  world: (random) => {
    const articles = list(240, (index) => ({
      sku: code("AB-", 1000 + index),
      article: {
        on_hand: { shelf: between(random, 0, 20), store: between(random, 0, 60) },
        ...(index > 3 && random.chance(0.2) ? {} : { reorder_below: between(random, 10, 60) }),
        supplier: { name: random.pick(suppliers), lead_days: between(random, 2, 21) },
        _cost_price: `cost-${String(between(random, 1000, 9999))}`,
      },
    }));
    const low = articles.filter(
      ({ article: { on_hand, reorder_below } }) =>
        on_hand.shelf + on_hand.store < (reorder_below ?? 25),
    );
    const answer = groupsOf(low, ({ article }) => article.supplier.name)
      .map(([supplier, rows]) => ({ supplier, skus: rows.map(({ sku }) => sku).sort() }))
      .sort(byText(({ supplier }) => supplier));
    return {
      agent: defineAgent({
        prompt:
          "Which articles have to be reordered? Those of which shelf and store together hold fewer than the article's own threshold; where it has none, 25 counts. Answer the skus by supplier, both sorted.",
        signature: "() -> [{supplier :string, skus [:string]}]",
        maxTurns: 4,
      }),
      context: { stock: Object.fromEntries(articles.map(({ sku, article }) => [sku, article])) },
      check: expecting(answer, { secrets: articles.map(({ article }) => article._cost_price) }),
    };
  },
};
