// Tests that the check of discounts accepts the correct answer from the sales, and refuses careless
// ones.

import { discounts, makeSales, type Sale } from "../../src/suites/missions/shapes/discounts.ts";
import { testCheck } from "./test-check.ts";

type Mistake =
  | "leaves out sales without a discount"
  | "knows only shares"
  | "knows only amounts"
  | "takes every discount for an amount"
  | "takes an amount off each piece"
  | "takes off more than the price"
  | "counts a discount of nil"
  | "counts a discount of nought";

function offOf({ item, discount }: Sale, mistake?: Mistake): number {
  const { qty, unit_price } = item;
  if (typeof discount === "number") {
    if (mistake === "knows only amounts") return 0;
    return discount * (mistake === "takes every discount for an amount" ? 1 : qty * unit_price);
  }
  if (mistake === "knows only shares") return 0;
  return (discount?.amount ?? 0) * (mistake === "takes an amount off each piece" ? qty : 1);
}

function isReduced(sale: Sale, mistake?: Mistake): boolean {
  if (mistake === "counts a discount of nil") return sale.discount !== undefined;
  if (mistake === "counts a discount of nought") return (sale.discount ?? undefined) !== undefined;
  return offOf(sale, mistake) > 0;
}

function read(sales: readonly Sale[], mistake?: Mistake): unknown {
  const totals = new Map<string, { paid: number; reduced: number }>();
  for (const sale of sales) {
    const { shop, item, discount } = sale;
    if (mistake === "leaves out sales without a discount" && discount === undefined) continue;
    const total = totals.get(shop.name) ?? { paid: 0, reduced: 0 };
    const paid = item.qty * item.unit_price - offOf(sale, mistake);
    total.paid += mistake === "takes off more than the price" || paid > 0 ? paid : 0;
    if (isReduced(sale, mistake)) total.reduced++;
    totals.set(shop.name, total);
  }
  return [...totals]
    .map(([shop, total]) => ({ shop, ...total }))
    .sort((left, right) => (left.shop < right.shop ? -1 : 1));
}

testCheck(discounts, (random) => makeSales(random).sales, read, [
  "leaves out sales without a discount",
  "knows only shares",
  "knows only amounts",
  "takes every discount for an amount",
  "takes an amount off each piece",
  "takes off more than the price",
  "counts a discount of nil",
  "counts a discount of nought",
]);
