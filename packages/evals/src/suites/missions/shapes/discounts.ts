// A mission over sales, of which four in ten have a discount: a share of the price, an amount, or
// nil.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byText, code, groupsOf, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Sale {
  readonly no: string;
  readonly shop: { readonly name: string; readonly till: number };
  readonly item: { readonly sku: string; readonly qty: number; readonly unit_price: number };
  readonly discount?: number | { readonly amount: number } | null;
}

const shops = ["Harbour", "Market", "Old Town", "Station"];
const shares = [0, 0.05, 0.1, 0.15, 0.2, 0.5];
const kinds = [...list(6, () => "missing"), "nil", "share", "share", "amount"];

/** Returns a discount before it is compared with the price. */
function makeDiscount(random: Random, kind: string, price: number) {
  const share = random.pick(shares);
  const amount = random.pick([0, 2.5, 5, 15, 40]);
  if (kind === "share") return { shown: { discount: share }, off: price * share };
  if (kind === "amount") return { shown: { discount: { amount } }, off: amount };
  return { shown: kind === "nil" ? { discount: null } : {}, off: 0 };
}

function makeSale(random: Random, index: number) {
  const shop = random.pick(shops);
  const qty = between(random, 1, 5);
  const unit_price = money(random, 3, 40);
  const price = qty * unit_price;
  const discount = makeDiscount(random, index < 5 ? "missing" : random.pick(kinds), price);
  const shown: Sale = {
    no: code("S", index, 5),
    shop: { name: shop, till: between(random, 1, 4) },
    item: { sku: code("A", random.below(80), 3), qty, unit_price },
    ...discount.shown,
  };
  return { shown, shop, paid: Math.max(0, price - discount.off), isReduced: discount.off > 0 };
}

/** Returns the sales as the model gets them, and the correct answer. */
export function makeSales(random: Random) {
  const sales = list(600, (index) => makeSale(random, index));
  const answer = groupsOf(sales, ({ shop }) => shop)
    .map(([shop, rows]) => ({
      shop,
      paid: sum(rows.map(({ paid }) => paid)),
      reduced: rows.filter(({ isReduced }) => isReduced).length,
    }))
    .sort(byText(({ shop }) => shop));
  return { sales: sales.map(({ shown }) => shown), answer };
}

export const discounts: SampleMission = {
  name: "discounts",
  title: "What was paid by shop, after discounts that some sales have",
  kind: "shape",
  world: (random) => {
    const { sales, answer } = makeSales(random);
    return {
      agent: defineAgent({
        prompt:
          "What was paid in each shop, and how many of its sales cost less than their price because of a discount? The price of a sale is its quantity times the unit price. A discount takes off a share of the price, or an amount from the sale as a whole, but never more than the price. Sort by shop.",
        signature: "() -> [{shop :string, paid :float, reduced :int}]",
        maxTurns: 4,
      }),
      context: { sales },
      check: expecting(answer),
    };
  },
};
