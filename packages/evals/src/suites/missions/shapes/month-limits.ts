// A mission over payments and a map of years with maps of months. Limits may be missing, nil or
// zero, months are written in two ways, and each level may have a default.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, code, day, list, money, shuffled, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export interface Bill {
  readonly bill_no: string;
  readonly dates: { readonly received: string; readonly paid?: string | null };
  readonly amount: number;
}

type YearLimits = Readonly<Record<string, number | null>>;

export interface Budget {
  readonly bills: readonly Bill[];
  readonly limits: {
    readonly default: number;
    readonly years: Readonly<Record<string, YearLimits | null>>;
  };
}

interface Month {
  readonly year: string;
  readonly month: number;
  readonly limit: number;
  /** The limit as written. */
  readonly entry: YearLimits;
}

/**
 * Returns the months of a year with limits. `fallback` is the year's own default, if any, or the
 * general one.
 */
function makeYear(
  random: Random,
  year: string,
  written: (month: number) => string,
  fallback: number,
): readonly Month[] {
  const kinds = shuffled(random, [
    ...list(6, () => "own"),
    ...list(2, () => "nil"),
    ...list(3, () => "missing"),
    "nought",
  ]);
  return kinds.map((kind, index) => {
    const month = index + 1;
    const own = between(random, 15, 60) * 100;
    if (kind === "missing") return { year, month, limit: fallback, entry: {} };
    if (kind === "nil") return { year, month, limit: fallback, entry: { [written(month)]: null } };
    const limit = kind === "own" ? own : 0;
    return { year, month, limit, entry: { [written(month)]: limit } };
  });
}

function makeBill(random: Random, month: string) {
  const amount = money(random, 100, 900);
  const paid = day(`${month}-01`, between(random, 0, 27));
  const received = day(paid, -between(random, 3, 40));
  const isPaid = random.chance(0.8);
  const dates = { received, ...(isPaid ? { paid } : random.pick([{}, { paid: null }])) };
  return { shown: { dates, amount }, paid: isPaid ? amount : 0 };
}

/** Returns the bills and limits as the model gets them, and the correct answer. */
export function makeBudget(random: Random) {
  const general = between(random, 28, 34) * 100;
  const ofYear = between(random, 18, 24) * 100;
  const digits = (count: number) => (month: number) => code("", month, count);
  const [first, second] = shuffled(random, [digits(1), digits(2)]);
  const years = {
    "2024": makeYear(random, "2024", first ?? String, ofYear),
    "2025": makeYear(random, "2025", second ?? String, general),
    "2026": list(6, (index) => ({ year: "2026", month: index + 1, limit: general, entry: {} })),
  };
  const entries = (months: readonly Month[]): YearLimits =>
    Object.assign({}, ...months.map(({ entry }) => entry)) as YearLimits;
  const limits: Budget["limits"] = {
    default: general,
    years: {
      "2024": { default: ofYear, ...entries(years["2024"]) },
      "2025": entries(years["2025"]),
      ...random.pick([{}, { "2026": null }, { "2026": {} }]),
    },
  };
  const months = Object.values(years)
    .flat()
    .map(({ year, month, limit }) => {
      const name = `${year}-${code("", month, 2)}`;
      return { name, limit, bills: list(between(random, 6, 10), () => makeBill(random, name)) };
    });
  const answer = months
    .map(({ name, limit, bills }) => ({
      month: name,
      paid: sum(bills.map(({ paid }) => paid)),
      limit,
    }))
    .filter(({ paid, limit }) => paid > limit);
  const bills = shuffled(
    random,
    months.flatMap((month) => month.bills),
  ).map(({ shown }, index) => ({ bill_no: code("B", index, 4), ...shown }));
  return { bills, limits, answer };
}

export const monthLimits: SampleMission = {
  name: "month-limits",
  title: "Months in which more was paid than their limit",
  kind: "shape",
  world: (random) => {
    const { bills, limits, answer } = makeBudget(random);
    return {
      agent: defineAgent({
        prompt:
          "In which months was more paid than the limit? A bill counts in the month in which it was paid; bills that were not paid do not count. A month for which no limit is known has the default of its year; where this is not known either, it has the general default. Answer each of these months, written as 2026-03, with what was paid and its limit. Sort by month.",
        signature: "() -> [{month :string, paid :float, limit :float}]",
        maxTurns: 4,
      }),
      context: { bills, limits },
      check: expecting(answer),
    };
  },
};
