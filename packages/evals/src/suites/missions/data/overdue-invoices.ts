// A mission that compares due dates with a day that the prompt names. Some invoices were paid late,
// some not at all.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, code, day, daysBetween, fullName, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const asOf = "2026-04-01";

export const overdueInvoices: SampleMission = {
  name: "overdue-invoices",
  title: "Unpaid invoices by days overdue",
  kind: "data",
  world: (random) => {
    const invoices = list(1400, (index) => {
      const due = day("2025-12-01", between(random, 0, 160));
      return {
        invoice_no: code("INV-", index, 5),
        customer: fullName(random),
        amount: money(random, 20, 4_000),
        currency: "EUR",
        due_date: due,
        paid_at: random.chance(0.6) ? day(due, between(random, -20, 40)) : null,
        credit_note: random.chance(0.05),
      };
    });
    const open = invoices.filter(
      ({ paid_at, credit_note }) => !credit_note && (paid_at === null || paid_at > asOf),
    );
    const bucket = (least: number, most: number) => {
      const rows = open.filter(
        ({ due_date }) =>
          daysBetween(due_date, asOf) >= least && daysBetween(due_date, asOf) <= most,
      );
      return { invoices: rows.length, total: sum(rows.map(({ amount }) => amount)) };
    };
    return {
      agent: defineAgent({
        prompt: `Which invoices were unpaid on {{as_of}}, by how long they were overdue? An invoice is unpaid when it has no date of payment or one after {{as_of}}. Credit notes are no invoices.
Give number and total for 1 to 30 days after the due date, 31 to 60, and 61 or more; what is not yet due on that day stands nowhere.`,
        signature:
          "(as_of :string) -> {upTo30 {invoices :int, total :float}, upTo60 {invoices :int, total :float}, over60 {invoices :int, total :float}}",
        maxTurns: 1,
      }),
      context: { as_of: asOf, invoices },
      check: expecting({
        upTo30: bucket(1, 30),
        upTo60: bucket(31, 60),
        over60: bucket(61, Infinity),
      }),
    };
  },
};
