// Tests that the check of net-by-country accepts the correct answer from the orders, and refuses
// careless ones.

import {
  makeOrders,
  netByCountry,
  type Order,
} from "../../src/suites/missions/shapes/net-by-country.ts";
import { testCheck } from "./test-check.ts";

type Line = Order["lines"][number];

const codes = new Map([
  ["AT", "AT"],
  ["AUSTRIA", "AT"],
  ["ÖSTERREICH", "AT"],
  ["CH", "CH"],
  ["SWITZERLAND", "CH"],
  ["SCHWEIZ", "CH"],
  ["DE", "DE"],
  ["GERMANY", "DE"],
  ["DEUTSCHLAND", "DE"],
]);

type Mistake =
  | "leaves out lines without a discount"
  | "takes refunds at the price before discounts"
  | "counts every refund that holds the word paid"
  | "takes countries as they are spelled";

function priceOf({ qty, unit_price, discount }: Line): number {
  const gross = qty * unit_price;
  if (discount?.percent !== undefined) return (gross * (100 - discount.percent)) / 100;
  return gross - (discount?.amount ?? 0);
}

function read(orders: readonly Order[], mistake?: Mistake): unknown {
  const totals = new Map<string, { net: number; refunded_units: number }>();
  for (const { customer, lines, cancelled } of orders) {
    if (cancelled?.at !== undefined) continue;
    const spelled = customer.address.country.trim();
    const country =
      mistake === "takes countries as they are spelled"
        ? spelled
        : (codes.get(spelled.toUpperCase()) ?? "?");
    const total = totals.get(country) ?? { net: 0, refunded_units: 0 };
    for (const line of lines) {
      if (mistake === "leaves out lines without a discount" && !line.discount) continue;
      let units = 0;
      for (const refund of line.refunds ?? []) {
        const state = refund.state.trim().toLowerCase();
        const counts =
          mistake === "counts every refund that holds the word paid"
            ? state.includes("paid")
            : state === "paid";
        if (counts) units += refund.units;
      }
      const each =
        mistake === "takes refunds at the price before discounts"
          ? line.unit_price
          : priceOf(line) / line.qty;
      total.net += priceOf(line) - units * each;
      total.refunded_units += units;
    }
    totals.set(country, total);
  }
  return [...totals]
    .map(([country, total]) => ({ country, ...total }))
    .sort((left, right) => right.net - left.net);
}

testCheck(netByCountry, (random) => makeOrders(random).orders, read, [
  "leaves out lines without a discount",
  "takes refunds at the price before discounts",
  "counts every refund that holds the word paid",
  "takes countries as they are spelled",
]);
