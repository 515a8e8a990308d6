// A mission that looks up exchange rates in parallel, one for each currency and day. On a day
// without a rate, an earlier one counts. The mission ends with a value instead of `return`.

import { defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byText, code, day, groupsOf, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const employees = ["amira", "bruno", "chloe", "diego", "elin", "femi"];
const currencies = ["USD", "GBP", "NOK", "JPY"];
const isBankDay = (date: string): boolean =>
  ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

export const travelExpenses: SampleMission = {
  name: "travel-expenses",
  title: "Expenses in four currencies, in euro",
  kind: "turns",
  world: (random) => {
    const rates = new Map(
      currencies.flatMap((currency) =>
        list(
          70,
          (index) =>
            [
              `${currency} ${day("2026-01-01", index)}`,
              between(random, 5_000, 20_000) / 10_000,
            ] as const,
        ),
      ),
    );
    const rateOf = (currency: string, date: string): number | null =>
      isBankDay(date) ? (rates.get(`${currency} ${date}`) ?? null) : null;
    const latest = (currency: string, date: string): number =>
      rateOf(currency, date) ?? latest(currency, day(date, -1));
    const expenses = list(300, (index) => ({
      expense_id: code("X", index),
      employee: random.pick(employees),
      spentOn: day("2026-01-10", between(random, 0, 45)),
      amount: {
        value: money(random, 4, 600),
        ...(random.chance(0.25) ? {} : { currency: random.pick(currencies) }),
      },
      note: random.pick(["taxi", "hotel", "dinner", ""]),
    }));
    const euro = ({ amount, spentOn }: (typeof expenses)[number]): number =>
      "currency" in amount ? amount.value * latest(amount.currency, spentOn) : amount.value;
    const answer = groupsOf(expenses, ({ employee }) => employee)
      .map(([employee, rows]) => ({ employee, eur: sum(rows.map(euro)) }))
      .sort(byText(({ employee }) => employee));
    return {
      agent: defineAgent({
        prompt: `How much did each employee spend, in euro? Amounts without a currency are euro. For the others the rate of the day counts; where a day has none, the one of the last day before that has. Sort by employee.`,
        signature: "() -> [{employee :string, eur :float}]",
        tools: {
          rate: tool({
            description: "Euro for one unit of the currency on a day; nil where banks were closed.",
            signature: "(currency :string, date :string) -> :float?",
            execute: async ({ currency, date }) => {
              await Promise.resolve();
              return rateOf(currency, date);
            },
          }),
        },
        completion: "implicit",
        maxTurns: 5,
      }),
      context: { expenses },
      check: expecting(answer),
    };
  },
};
