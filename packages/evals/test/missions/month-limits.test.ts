// Tests that the check of month-limits accepts the correct answer from bills and limits, and
// refuses careless ones.

import {
  makeBudget,
  monthLimits,
  type Budget,
} from "../../src/suites/missions/shapes/month-limits.ts";
import { testCheck } from "./test-check.ts";

type Mistake =
  | "writes every month with two digits"
  | "writes no month with two digits"
  | "leaves out months without a limit of their own"
  | "leaves out years without limits"
  | "knows no default of a year"
  | "takes a limit of nought for none"
  | "takes a limit of nil for nought"
  | "goes by the day on which a bill came"
  | "counts bills that were not paid";

function limitOf(
  { default: general, years }: Budget["limits"],
  month: string,
  mistake?: Mistake,
): number | undefined {
  const limits = years[month.slice(0, 4)] ?? undefined;
  const twoDigits = month.slice(5);
  const spellings = [
    ...(mistake === "writes no month with two digits" ? [] : [twoDigits]),
    ...(mistake === "writes every month with two digits" ? [] : [String(Number(twoDigits))]),
  ];
  const written = spellings.map((name) => limits?.[name]).find((limit) => limit !== undefined);
  if (written === null && mistake === "takes a limit of nil for nought") return 0;
  const isNone = written === 0 && mistake === "takes a limit of nought for none";
  if (typeof written === "number" && !isNone) return written;
  if (mistake === "leaves out months without a limit of their own") return undefined;
  if (mistake === "leaves out years without limits" && !Object.keys(limits ?? {}).length)
    return undefined;
  return mistake === "knows no default of a year" ? general : (limits?.default ?? general);
}

function read({ bills, limits }: Budget, mistake?: Mistake): unknown {
  const months = new Map<string, number>();
  for (const { dates, amount } of bills) {
    if (!dates.paid && mistake !== "counts bills that were not paid") continue;
    const isReceived = mistake === "goes by the day on which a bill came";
    const month = (isReceived ? dates.received : (dates.paid ?? dates.received)).slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + amount);
  }
  return [...months]
    .map(([month, paid]) => ({ month, paid, limit: limitOf(limits, month, mistake) }))
    .filter(({ paid, limit }) => limit !== undefined && paid > limit)
    .sort((left, right) => (left.month < right.month ? -1 : 1));
}

testCheck(monthLimits, (random) => makeBudget(random), read, [
  "writes every month with two digits",
  "writes no month with two digits",
  "leaves out months without a limit of their own",
  "leaves out years without limits",
  "knows no default of a year",
  "takes a limit of nought for none",
  "takes a limit of nil for nought",
  "goes by the day on which a bill came",
  "counts bills that were not paid",
]);
