// What a date is made of: year, month and day, read from it or put together. An instant is refused
// here; a program takes its date first.

import type { Temporal, Value } from "@ptc/core/values";
import { row, type BuiltinRow } from "../row.ts";
import {
  calendarDate,
  dayOfWeek,
  dayOfYear,
  epochDayOf,
  isLeapYear,
  lengthOfMonth,
  type CalendarDate,
} from "./calendar.ts";
import { monthNames, weekdayNames } from "./calendar-names.ts";
import { wrongArgument } from "../text/string-arguments.ts";
import { binary, inRange, temporal, unary, wholeArgument } from "./temporal-arguments.ts";

function dateOf(date: CalendarDate, operation: string): Temporal {
  const { year, month, day } = date;
  if (month < 1 || month > 12)
    throw wrongArgument(
      operation,
      `months are 1 to 12, got ${String(month)}`,
      "for the months after one use (.plusMonths date n)",
    );
  const length = lengthOfMonth(year, month);
  if (day < 1 || day > length)
    throw wrongArgument(
      operation,
      `the days of this month are 1 to ${String(length)}, got ${String(day)}`,
      "for the last day use (.lengthOfMonth date), to go beyond it (.plusDays date n)",
    );
  return inRange("local-date", epochDayOf(date), operation);
}

/** `month` is a number or, as `.getMonth` answers it, a name. */
function makeDate(year: Value, month: Value, day: Value): Temporal {
  const operation = "LocalDate/of";
  const named = typeof month === "string" ? monthNames.indexOf(month) + 1 : 0;
  return dateOf(
    {
      year: wholeArgument(year, operation),
      month: named === 0 ? wholeArgument(month, operation) : named,
      day: wholeArgument(day, operation),
    },
    operation,
  );
}

function withDay(value: Value, day: Value): Temporal {
  const operation = ".withDayOfMonth";
  return dateOf(
    {
      ...calendarDate(temporal(value, "local-date", operation).amount),
      day: wholeArgument(day, operation),
    },
    operation,
  );
}

/** One part of a date; `printed` is that of 2024-02-29. */
function part(
  name: string,
  read: (date: CalendarDate, epochDay: number) => Value,
  doc: string,
  printed: string,
): BuiltinRow {
  const compute = (value: Value): Value => {
    const { amount } = temporal(value, "local-date", name);
    return read(calendarDate(amount), amount);
  };
  return row(name, `(${name} date)`, {
    doc: doc,
    example: [`(${name} (LocalDate/parse "2024-02-29"))`, printed],
    arities: unary(compute),
  });
}

export const datePartRows: readonly BuiltinRow[] = [
  row("LocalDate/of", "(LocalDate/of year month day)", {
    doc: "The date of a year, a month and a day, both from 1.",
    example: ["(LocalDate/of 2026 1 31)", "2026-01-31"],
    arities: { 3: (_, year, month, day) => makeDate(year, month, day) },
  }),
  row("LocalDate/ofEpochDay", "(LocalDate/ofEpochDay n)", {
    doc: "The date some days after 1970-01-01.",
    example: ["(LocalDate/ofEpochDay 9)", "1970-01-10"],
    arities: unary((days) =>
      inRange("local-date", wholeArgument(days, "LocalDate/ofEpochDay"), "LocalDate/ofEpochDay"),
    ),
  }),
  part(".getYear", ({ year }) => year, "The year of a date.", "2024"),
  part(".getMonthValue", ({ month }) => month, "The month of a date, 1 to 12.", "2"),
  part(
    ".getMonth",
    ({ month }) => monthNames[month - 1] ?? null,
    "The name of the month of a date, in capital letters.",
    '"FEBRUARY"',
  ),
  part(".getDayOfMonth", ({ day }) => day, "The day of the month, from 1.", "29"),
  part(".getDayOfYear", dayOfYear, "The day of the year, from 1.", "60"),
  part(
    ".getDayOfWeek",
    (_, epochDay) => weekdayNames[dayOfWeek(epochDay) - 1] ?? null,
    "The name of the day of the week, in capital letters.",
    '"THURSDAY"',
  ),
  part(
    ".lengthOfMonth",
    ({ year, month }) => lengthOfMonth(year, month),
    "How many days the month of a date has.",
    "29",
  ),
  part(
    ".isLeapYear",
    ({ year }) => isLeapYear(year),
    "Whether the year of a date has 366 days.",
    "true",
  ),
  row(".withDayOfMonth", "(.withDayOfMonth date n)", {
    doc: "The date in the same month with another day; fails when the month has no such day.",
    example: ['(.withDayOfMonth (LocalDate/parse "2026-02-28") 1)', "2026-02-01"],
    arities: binary(withDay),
  }),
];
