// A mission over orders with lines. The catalogue does not know every article, and some orders
// appear twice.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, code, groupsOf, instant, list, shuffled, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const categories = ["books", "games", "garden", "kitchen", "lighting", "office", "toys"];

export const revenueByCategory: SampleMission = {
  name: "revenue-by-category",
  title: "Revenue of paid orders by product category",
  kind: "data",
  world: (random) => {
    const products = list(80, (index) => ({
      sku: code("SKU-", index),
      title: `Article ${String(index)}`,
      ...(random.chance(0.1)
        ? {}
        : { category: random.chance(0.05) ? null : random.pick(categories) }),
    }));
    const once = list(1200, (index) => ({
      orderId: code("O-", index, 5),
      status: random.pick(["paid", "paid", "paid", "pending", "cancelled", "refunded"]),
      placedAt: instant("2026-01-01T00:00:00Z", between(random, 0, 120_000)),
      lines: list(between(random, 1, 5), () => ({
        sku: code("SKU-", random.below(84)),
        quantity: between(random, 1, 6),
        unitPrice: between(random, 199, 9_999),
      })),
    }));
    const orders = shuffled(random, [...once, ...once.filter(() => random.chance(0.04))]);
    const categoryOf = new Map(products.map(({ sku, category }) => [sku, category ?? "other"]));
    const lines = once.filter(({ status }) => status === "paid").flatMap((order) => order.lines);
    const answer = groupsOf(lines, ({ sku }) => categoryOf.get(sku) ?? "other")
      .map(([category, sold]) => ({
        category,
        revenue: sum(sold.map(({ quantity, unitPrice }) => quantity * unitPrice)),
      }))
      .sort(
        byLargest(
          ({ revenue }) => revenue,
          ({ category }) => category,
        ),
      );
    return {
      agent: defineAgent({
        prompt: `What is the revenue, in cents, of the paid orders in each product category? The highest first.
Lines of articles that have no category, or that the catalogue does not know, count as "other". Some orders were exported twice: an orderId counts once. Prices are in cents.`,
        signature: "() -> [{category :string, revenue :int}]",
        maxTurns: 1,
      }),
      context: { orders, products },
      check: expecting(answer),
    };
  },
};
