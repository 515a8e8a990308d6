// The shop whose runs were recorded: 44 customers, of whom some accounts were merged into others.

import { defineAgent } from "@ptc/subagent";

interface Customer {
  readonly id: number;
  readonly country: string;
  readonly revenue: number;
}

const count = 44;
const countries = ["AT", "DE", "FR", "IT"] as const;

function customerOf(id: number): Customer {
  return { id, country: countries[id % countries.length] ?? "", revenue: ((id * 37) % 90) + 10 };
}

/**
 * Returns the agent that reports the revenue of each country. Every seventh account is merged into
 * the one before it if `hasMerged` is true; then `tool/customer` fails for it.
 */
export function revenueReport(hasMerged: boolean) {
  return defineAgent({
    name: "revenue",
    prompt:
      "Report the revenue of the customers in data/ids by country, and the country with the most.",
    signature: "(ids [:int]) -> {countries [{country :string, revenue :int}], most :string}",
    tools: {
      customer: {
        description: "Returns a customer's country and revenue.",
        signature: "(id :int) -> {id :int, country :string, revenue :int}",
        execute: ({ id }) => {
          const number = Number(id);
          if (hasMerged && number % 7 === 0)
            throw new Error(
              `account ${String(number)} was merged into ${String(number - 1)}: ask for that one`,
            );
          return customerOf(number);
        },
      },
    },
    maxTurns: 3,
  });
}

/** The context of a run. */
export const context = { ids: Array.from({ length: count }, (_, index) => index + 1) };
