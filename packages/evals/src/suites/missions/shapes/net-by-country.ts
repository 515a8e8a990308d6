// A mission over orders with lines, two kinds of discounts, and refunds within lines. Countries and
// refund states have several spellings.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, byLargest, code, groupsOf, instant, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

interface Refund {
  readonly units: number;
  readonly state: string;
}

interface Line {
  readonly sku: string;
  readonly qty: number;
  readonly unit_price: number;
  readonly discount?: { readonly percent?: number; readonly amount?: number } | null;
  readonly refunds?: readonly Refund[] | null;
}

export interface Order {
  readonly order_no: string;
  readonly placed: string;
  readonly customer: { readonly id: string; readonly address: { readonly country: string } };
  readonly lines: readonly Line[];
  readonly cancelled?: { readonly at: string } | null;
}

const countries = [
  { name: "AT", spellings: ["AT", "Austria", "Österreich", "austria"] },
  { name: "CH", spellings: ["CH", "Switzerland", "Schweiz", "CH "] },
  { name: "DE", spellings: ["DE", "DE", "Germany", "Deutschland", "de"] },
];
const paid = ["paid", "paid", "Paid", "PAID "];
const notPaid = ["declined", "requested", "unpaid"];

function makeRefund(random: Random, most: number) {
  const isPaid = random.chance(0.6);
  const units = between(random, 1, most);
  return {
    shown: { units, state: random.pick(isPaid ? paid : notPaid) },
    paidUnits: isPaid ? units : 0,
  };
}

function makeLine(random: Random) {
  const qty = between(random, 2, 8);
  const unit_price = money(random, 5, 80);
  const refunds = random.chance(0.25)
    ? list(between(random, 1, 2), () => makeRefund(random, Math.floor(qty / 2)))
    : undefined;
  const kind = random.pick(["missing", "missing", "nil", "percent", "amount"]);
  const given = between(random, 1, 9);
  const factor = kind === "percent" ? 1 - (given * 5) / 100 : 1;
  const price = qty * unit_price * factor - (kind === "amount" ? given : 0);
  const refunded = sum(refunds?.map(({ paidUnits }) => paidUnits) ?? []);
  const shown: Line = {
    sku: code("A", random.below(90), 3),
    qty,
    unit_price,
    ...(kind === "nil" ? { discount: null } : {}),
    ...(kind === "percent" ? { discount: { percent: given * 5 } } : {}),
    ...(kind === "amount" ? { discount: { amount: given } } : {}),
    ...(refunds === undefined
      ? random.chance(0.3)
        ? { refunds: null }
        : {}
      : { refunds: refunds.map((refund) => refund.shown) }),
  };
  return {
    shown,
    net: price * (1 - refunded / qty),
    refunded,
  };
}

/** Returns the orders as the model gets them, and the correct answer. */
export function makeOrders(random: Random) {
  const orders = list(260, (index) => {
    const country = random.pick(countries);
    const lines = list(between(random, 1, 4), () => makeLine(random));
    const isCancelled = random.chance(0.12);
    const placed = instant("2026-01-01T08:00:00Z", index * 300);
    const shown: Order = {
      order_no: code("O-", index, 5),
      placed,
      customer: {
        id: code("C", random.below(120), 3),
        address: { country: random.pick(country.spellings) },
      },
      lines: lines.map((line) => line.shown),
      ...(isCancelled
        ? { cancelled: { at: instant(placed, 600) } }
        : random.chance(0.3)
          ? { cancelled: null }
          : {}),
    };
    return {
      shown,
      country: country.name,
      isCancelled,
      lines,
    };
  });
  const answer = groupsOf(
    orders.filter(({ isCancelled }) => !isCancelled),
    ({ country }) => country,
  )
    .map(([country, rows]) => {
      const lines = rows.flatMap((row) => row.lines);
      return {
        country,
        net: sum(lines.map(({ net }) => net)),
        refunded_units: sum(lines.map(({ refunded }) => refunded)),
      };
    })
    .sort(
      byLargest(
        ({ net }) => net,
        ({ country }) => country,
      ),
    );
  return { orders: orders.map(({ shown }) => shown), answer };
}

export const netByCountry: SampleMission = {
  name: "net-by-country",
  title: "Net revenue by country, after discounts and refunds within lines",
  kind: "shape",
  world: (random) => {
    const { orders, answer } = makeOrders(random);
    return {
      agent: defineAgent({
        prompt:
          "What is our net revenue in each country (AT, CH, DE), and how many units were refunded there? The price of a line is its quantity times the unit price, less its discount: a percentage, or an amount off the whole line. Each refunded unit takes away its share of the line's price; only refunds that were paid count. Orders that were cancelled do not count at all. The largest revenue first.",
        signature: "() -> [{country :string, net :float, refunded_units :int}]",
        maxTurns: 4,
      }),
      context: { orders },
      check: expecting(answer),
    };
  },
};
