// The mission: its question, its typed answer, and two tools. Account numbers are in the data and
// in the answer, but no model sees them.

import { defineAgent, tool, type Mission } from "@ptc/subagent";
import type { BankMonth } from "./bank-month.ts";

const pageSize = 40;

/** Returns the mission that matches the payments of a month. */
export function paymentMatching({ customers, invoices, payments }: BankMonth): Mission {
  return {
    title: "Which payment pays which invoice, and which have to go back?",
    agent: defineAgent({
      prompt: `Match the payments in data/payments to our invoices.
1. A payment pays the invoice whose number stands in its reference, when the amount is the total of that invoice. People write numbers in their own way: INV-2026-0007, inv 2026 7 and 2026/0007 are the same.
2. Each payment left over pays an invoice of the customer who has the payer's account, when the amount is its total, the invoice is not paid yet, and it is the only one of which this holds.
Take the payments in their order in both; an invoice is paid once, by the first. Customers that cannot be read own no account.
How many payments were matched by reference, how many by account, what do all matched ones come to? List the others, in their order, with the account they came from. And which customers could not be read?`,
      signature:
        "() -> {by_reference :int, by_account :int, matched_total :float, others [{payment :string, amount :float, _iban :string}], unreadable [:string]}",
      tools: {
        invoices: tool({
          description: "A page of the invoices; an empty one comes after the last.",
          signature: "(page :int) -> [{number :string, customerId :string, total :float}]",
          execute: ({ page }) => {
            if (page < 1) throw new Error(`page: the first is 1, got ${String(page)}`);
            return invoices.slice((page - 1) * pageSize, page * pageSize);
          },
        }),
        customer: tool({
          description: "Who a customer is.",
          signature: "(id :string) -> {id :string, name :string, _iban :string}",
          execute: async ({ id }) => {
            // A real service would respond later.
            await Promise.resolve();
            const found = customers.find((customer) => customer.id === id);
            if (found === undefined) throw new Error(`there is no customer ${id}`);
            if (found.isArchived) throw new Error(`customer ${id} is archived`);
            return { id, name: found.name, _iban: found._iban };
          },
        }),
      },
      contextDescriptions: { payments: "what came in, in the order of booking" },
      maxTurns: 7,
    }),
    context: () => ({ payments }),
  };
}
