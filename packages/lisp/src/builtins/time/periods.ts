// Periods: separate counts of years, months and days, between dates or added to them. Source:
// java.time.Period.

import { shortened } from "@ptc/core/internal/printing";
import { Temporal, type Value } from "@ptc/core/values";
import { makePeriod, parseTemporal } from "@ptc/core/internal/decoding";
import { row, type BuiltinRow } from "../row.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { calendarDate, lengthOfMonth, monthsLater } from "./calendar.ts";
import type { DateUnitName } from "./date-units.ts";
import { localDay, localTimeOfDay, millisecondsPerDay, withLocal } from "./local-parts.ts";
import {
  binary,
  datedKinds,
  inRange,
  temporal,
  unary,
  wholeArgument,
} from "./temporal-arguments.ts";

interface PeriodParts {
  readonly years: number;
  readonly months: number;
  readonly days: number;
}

function partsOf({ amount, offset, zone }: Temporal): PeriodParts {
  const years = Number(zone);
  return { years, months: amount - years * 12, days: offset };
}

function periodOf({ years, months, days }: PeriodParts, operation: string): Temporal {
  const period = makePeriod(years, months, days);
  if (period !== undefined) return period;
  throw wrongArgument(operation, "the result is too long for a period");
}

/** Returns the period from one date to another: whole months first, then the remaining days. */
export function periodBetween(start: Value, end: Value, operation: string): Temporal {
  const hint = "for times use (Duration/between start end), or get their dates with .toLocalDate";
  const [from, to] = [
    temporal(start, "local-date", operation, hint).amount,
    temporal(end, "local-date", operation, hint).amount,
  ];
  const [first, last] = [calendarDate(from), calendarDate(to)];
  let months = (last.year - first.year) * 12 + last.month - first.month;
  let days = last.day - first.day;
  if (months > 0 && days < 0) {
    months -= 1;
    days = to - monthsLater(from, months);
  } else if (months < 0 && days > 0) {
    months += 1;
    days -= lengthOfMonth(last.year, last.month);
  }
  return periodOf(
    { years: Math.trunc(months / 12) + 0, months: (months % 12) + 0, days },
    operation,
  );
}

/** Adds a period to a date, date-time or period, or subtracts it: months first, then days. */
export function movedByPeriod(
  value: Value,
  period: Temporal,
  direction: 1 | -1,
  operation: string,
): Temporal {
  const { years, months, days } = partsOf(period);
  const target = temporal(value, [...datedKinds, "year-month", "instant", "period"], operation);
  if (target.kind === "period") {
    const base = partsOf(target);
    return periodOf(
      {
        years: base.years + direction * years,
        months: base.months + direction * months,
        days: base.days + direction * days,
      },
      operation,
    );
  }
  if (target.kind === "instant" ? period.amount !== 0 : target.kind === "year-month" && days !== 0)
    throw wrongArgument(
      operation,
      target.kind === "instant"
        ? "an instant has no months for a period to move"
        : "a month has no days for a period to move",
      target.kind === "instant"
        ? "convert it to UTC first: (.atZone instant ZoneOffset/UTC)"
        : "get a date first: (.atDay x 1)",
    );
  const move = direction * period.amount;
  if (target.kind === "instant")
    return inRange("instant", target.amount + direction * days * millisecondsPerDay, operation);
  if (target.kind === "year-month") return inRange(target.kind, target.amount + move, operation);
  const day = monthsLater(localDay(target), move) + direction * days;
  return withLocal(target, day, localTimeOfDay(target), operation);
}

/** `.plusDays` and similar methods of a period. */
export function periodLater(
  period: Temporal,
  unit: DateUnitName,
  count: number,
  operation: string,
): Temporal {
  const { years, months, days } = partsOf(period);
  if (unit === "Years") return periodOf({ years: years + count, months, days }, operation);
  if (unit === "Months") return periodOf({ years, months: months + count, days }, operation);
  return periodOf({ years, months, days: days + count }, operation);
}

function parse(value: Value): Temporal {
  const text = stringArgument(value, "Period/parse");
  const period = text.length > 60 ? undefined : parseTemporal("period", text);
  if (period !== undefined) return period;
  throw wrongArgument(
    "Period/parse",
    `cannot read ${JSON.stringify(shortened(text, 60))}`,
    'write periods as "P1Y2M3D", durations as "PT1H30M" for (Duration/parse s)',
  );
}

/** Converts months beyond a year to years. */
function normalized(value: Value): Temporal {
  const { amount, offset } = temporal(value, "period", ".normalized");
  const years = Math.trunc(amount / 12) + 0;
  return periodOf({ years, months: amount - years * 12, days: offset }, ".normalized");
}

/** Multiplies each part of a period. */
export function multipliedPeriod(period: Temporal, factor: number, operation: string): Temporal {
  const { years, months, days } = partsOf(period);
  return periodOf(
    { years: years * factor + 0, months: months * factor + 0, days: days * factor + 0 },
    operation,
  );
}

export function isNegativePeriod(period: Temporal): boolean {
  return Object.values(partsOf(period)).some((part: number) => part < 0);
}

function periodPart(
  name: string,
  read: (parts: PeriodParts) => number,
  words: string,
  printed: string,
): BuiltinRow {
  return row(name, `(${name} period)`, {
    doc: `The ${words} of a period, without its other parts.`,
    example: [`(${name} (Period/of 1 2 3))`, printed],
    arities: unary((value) => read(partsOf(temporal(value, "period", name)))),
  });
}

function ofUnits(unit: string, make: (count: number) => PeriodParts, printed: string): BuiltinRow {
  const operation = `Period/of${unit}`;
  return row(operation, `(${operation} n)`, {
    doc: `The period of n ${unit.toLowerCase()}.`,
    example: [`(${operation} 2)`, printed],
    arities: unary((count) => periodOf(make(wholeArgument(count, operation)), operation)),
  });
}

const none = { years: 0, months: 0, days: 0 };
const zero = new Temporal("period", 0, 0, "0");

export const periodRows: readonly BuiltinRow[] = [
  row("Period/between", "(Period/between start end)", {
    doc: "Years, months and days from one date to another.",
    example: ["(Period/between (LocalDate/of 2026 1 31) (LocalDate/of 2027 3 1))", "P1Y1M1D"],
    arities: binary((start, end) => periodBetween(start, end, "Period/between")),
  }),
  row("Period/of", "(Period/of years months days)", {
    doc: "Makes a period of years, months and days.",
    example: ["(Period/of 1 2 3)", "P1Y2M3D"],
    arities: {
      3: (_, years, months, days) =>
        periodOf(
          {
            years: wholeArgument(years, "Period/of"),
            months: wholeArgument(months, "Period/of"),
            days: wholeArgument(days, "Period/of"),
          },
          "Period/of",
        ),
    },
  }),
  ofUnits("Days", (days) => ({ ...none, days }), "P2D"),
  ofUnits("Weeks", (weeks) => ({ ...none, days: weeks * 7 }), "P14D"),
  ofUnits("Months", (months) => ({ ...none, months }), "P2M"),
  ofUnits("Years", (years) => ({ ...none, years }), "P2Y"),
  row("Period/parse", "(Period/parse s)", {
    doc: "Reads a period in ISO form: P1Y2M3D or P2W.",
    example: ['(Period/parse "P2W")', "P14D"],
    arities: unary(parse),
  }),
  row("Period/ZERO", "Period/ZERO", {
    doc: "The period of no days.",
    example: ["Period/ZERO", "P0D"],
    constant: zero,
    arities: { 0: () => zero },
  }),
  periodPart(".getYears", ({ years }) => years, "years", "1"),
  periodPart(".getMonths", ({ months }) => months, "months", "2"),
  periodPart(".getDays", ({ days }) => days, "days", "3"),
  row(".toTotalMonths", "(.toTotalMonths period)", {
    doc: "Returns years and months as months.",
    example: ["(.toTotalMonths (Period/of 1 2 3))", "14"],
    arities: unary((value) => temporal(value, "period", ".toTotalMonths").amount),
  }),
  row(".normalized", "(.normalized period)", {
    doc: "Turns months beyond eleven into years.",
    example: ["(.normalized (Period/of 1 14 3))", "P2Y2M3D"],
    arities: unary(normalized),
  }),
];
