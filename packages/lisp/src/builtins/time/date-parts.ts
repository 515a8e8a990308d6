// Reads and replaces parts of dates and times: year, month, day, hour, minute and second. Instants
// are read in UTC, except their year and month. Java's Date counts those from 1900 and from 0, so
// the meaning would be ambiguous.

import type { Temporal, TemporalKind, Value } from "@ptc/core/values";
import { row, type BuiltinRow } from "../row.ts";
import {
  calendarDate,
  dayOfWeek,
  dayOfYear,
  epochDayOf,
  isLeapYear,
  lengthOfMonth,
  weekOf,
  type CalendarDate,
} from "./calendar.ts";
import { monthNames, weekdayNames } from "./calendar-names.ts";
import { firstDayOfMonth, localDay, localTimeOfDay, withLocal } from "./local-parts.ts";
import { clockNumber, dayOfParts, millisecondsOfNanos, monthArgument } from "./making-times.ts";
import { nanosOfSecond } from "./short-units.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import {
  binary,
  datedKinds,
  inRange,
  temporal,
  timedKinds,
  unary,
  wholeArgument,
} from "./temporal-arguments.ts";

type Kinds = readonly [TemporalKind, ...TemporalKind[]];

const ofMonths: Kinds = [...datedKinds, "year-month"];
const ofDays: Kinds = [...datedKinds, "instant"];
const ofClock: Kinds = [...timedKinds, "instant"];

/** Returns the first day of a value. */
function dayOf(value: Temporal): number {
  return value.kind === "year-month" ? firstDayOfMonth(value.amount) : localDay(value);
}

/** Returns the row of one part of a date; `printed` is the part of 2024-02-29. */
function part(
  name: string,
  kinds: Kinds,
  read: (date: CalendarDate, epochDay: number) => Value,
  doc: string,
  printed: string,
): BuiltinRow {
  const compute = (value: Value): Value => {
    const day = dayOf(temporal(value, kinds, name));
    return read(calendarDate(day), day);
  };
  return row(name, `(${name} date)`, {
    doc: doc,
    example: [`(${name} (LocalDate/parse "2024-02-29"))`, printed],
    arities: unary(compute),
  });
}

/** `DayOfWeek/from` and `Month/from`. */
function partFrom(
  className: string,
  read: (date: CalendarDate, epochDay: number) => Value,
  printed: string,
): BuiltinRow {
  const words = className === "Month" ? "month" : "day of the week";
  const kinds = className === "Month" ? ofMonths : datedKinds;
  return part(`${className}/from`, kinds, read, `The name of the ${words} of a date.`, printed);
}

/** Returns the row of one part of a time of day; `printed` is the part of 10:30:15. */
function clockPart(
  name: string,
  read: (milliseconds: number) => number,
  doc: string,
  printed: string,
): BuiltinRow {
  return row(name, `(${name} time)`, {
    doc,
    example: [`(${name} (LocalTime/parse "10:30:15"))`, printed],
    arities: unary((value) => read(localTimeOfDay(temporal(value, ofClock, name)))),
  });
}

/** Replaces year and month. Like Java, replaces a day the month lacks with its last day. */
function withMonth(value: Temporal, year: number, month: number, operation: string): Temporal {
  if (value.kind === "year-month")
    return inRange(value.kind, (year - 1970) * 12 + month - 1, operation);
  const { day } = calendarDate(localDay(value));
  const clamped = Math.min(day, lengthOfMonth(year, month));
  const moved = epochDayOf({ year, month, day: clamped });
  return withLocal(value, moved, localTimeOfDay(value), operation);
}

/** Replaces one part of a value. */
type Change = (value: Temporal, part: Value, operation: string) => Temporal;

export const partChanges = {
  Year: (value, part, operation) => {
    const { month } = calendarDate(dayOf(value));
    return withMonth(value, wholeArgument(part, operation), month, operation);
  },
  Month: (value, part, operation) => {
    const { year } = calendarDate(dayOf(value));
    return withMonth(value, year, monthArgument(part, operation), operation);
  },
  DayOfMonth: (value, part, operation) => {
    const { year, month } = calendarDate(localDay(value));
    const day = dayOfParts(year, month, wholeArgument(part, operation), operation);
    return withLocal(value, day, localTimeOfDay(value), operation);
  },
  DayOfYear: (value, part, operation) => {
    const { year } = calendarDate(localDay(value));
    const wanted = wholeArgument(part, operation);
    const length = isLeapYear(year) ? 366 : 365;
    if (wanted < 1 || wanted > length)
      throw wrongArgument(
        operation,
        `the days of this year are 1 to ${String(length)}, got ${String(wanted)}`,
      );
    const first = epochDayOf({ year, month: 1, day: 1 });
    return withLocal(value, first + wanted - 1, localTimeOfDay(value), operation);
  },
  Hour: (value, part, operation) =>
    withClock(value, clockNumber(part, 24, "hours", operation), 3_600_000, 24, operation),
  Minute: (value, part, operation) =>
    withClock(value, clockNumber(part, 60, "minutes", operation), 60_000, 60, operation),
  Second: (value, part, operation) =>
    withClock(value, clockNumber(part, 60, "seconds", operation), 1000, 60, operation),
  Nano: (value, part, operation) =>
    withClock(value, millisecondsOfNanos(part, operation), 1, 1000, operation),
} as const satisfies Readonly<Record<string, Change>>;

/** Sets the part of the time that counts `unit` up to `count` to `number`. */
function withClock(
  value: Temporal,
  number: number,
  unit: number,
  count: number,
  operation: string,
): Temporal {
  const time = localTimeOfDay(value);
  const current = Math.floor(time / unit) % count;
  const changed = time + (number - current) * unit;
  return value.kind === "local-time"
    ? inRange(value.kind, changed, operation)
    : withLocal(value, localDay(value), changed, operation);
}

function changing(
  part: keyof typeof partChanges,
  kinds: Kinds,
  words: string,
  call: string,
  printed: string,
): BuiltinRow {
  const operation = `.with${part}`;
  return row(operation, `(${operation} x n)`, {
    doc: `x with another ${words}.`,
    example: [`(str (${operation} ${call}))`, JSON.stringify(printed)],
    arities: binary((value, wanted) =>
      partChanges[part](temporal(value, kinds, operation), wanted, operation),
    ),
  });
}

const date = '(LocalDate/parse "2024-02-29")';
const time = '(LocalTime/parse "10:30:15")';

export const datePartRows: readonly BuiltinRow[] = [
  part(".getYear", ofMonths, ({ year }) => year, "The year of a date.", "2024"),
  part(
    ".getMonthValue",
    [...ofMonths, "instant"],
    ({ month }) => month,
    "The month of a date, 1 to 12.",
    "2",
  ),
  part(
    ".getMonth",
    ofMonths,
    ({ month }) => monthNames[month - 1] ?? null,
    "Returns the month's name in upper case.",
    '"FEBRUARY"',
  ),
  part(".getDayOfMonth", ofDays, ({ day }) => day, "The day of the month, from 1.", "29"),
  part(".getDayOfYear", ofDays, dayOfYear, "The day of the year, from 1.", "60"),
  part(
    ".getDayOfWeek",
    ofDays,
    (_, epochDay) => weekdayNames[dayOfWeek(epochDay) - 1] ?? null,
    "Returns the weekday's name in upper case.",
    '"THURSDAY"',
  ),
  part(
    ".lengthOfMonth",
    ["local-date", "year-month"],
    ({ year, month }) => lengthOfMonth(year, month),
    "Counts the days in a date's month.",
    "29",
  ),
  part(
    ".lengthOfYear",
    ["local-date", "year-month"],
    ({ year }) => (isLeapYear(year) ? 366 : 365),
    "Counts the days in a date's year.",
    "366",
  ),
  part(
    ".isLeapYear",
    ["local-date", "year-month"],
    ({ year }) => isLeapYear(year),
    "True if the year of a date has 366 days.",
    "true",
  ),
  clockPart(
    ".getHour",
    (ms) => Math.floor(ms / 3_600_000),
    "The hour, 0 to 23; instants in UTC.",
    "10",
  ),
  clockPart(
    ".getMinute",
    (ms) => Math.floor(ms / 60_000) % 60,
    "The minute, 0 to 59; instants in UTC.",
    "30",
  ),
  clockPart(
    ".getSecond",
    (ms) => Math.floor(ms / 1000) % 60,
    "The second, 0 to 59; instants in UTC.",
    "15",
  ),
  row(".getNano", "(.getNano x)", {
    doc: "Returns the fraction of the second in nanoseconds, also of a duration; times have milliseconds.",
    example: ['(.getNano (LocalTime/parse "10:30:15"))', "0"],
    arities: unary((value) => {
      const { kind, amount } = temporal(value, [...ofClock, "duration"], ".getNano");
      return kind === "duration"
        ? nanosOfSecond(amount)
        : (localTimeOfDay(temporal(value, ofClock, ".getNano")) % 1000) * 1_000_000;
    }),
  }),
  partFrom("DayOfWeek", (date, day) => weekdayNames[dayOfWeek(day) - 1] ?? null, '"THURSDAY"'),
  partFrom("Month", ({ month }) => monthNames[month - 1] ?? null, '"FEBRUARY"'),
  changing("Year", ofMonths, "year", `${date} 2025`, "2025-02-28"),
  changing("Month", ofMonths, "month", `${date} 4`, "2024-04-29"),
  row(".withDayOfMonth", "(.withDayOfMonth date n)", {
    doc: "Sets the day within the same month; fails if the month lacks that day.",
    example: ['(.withDayOfMonth (LocalDate/parse "2026-02-28") 1)', "2026-02-01"],
    arities: binary((value, day) =>
      partChanges.DayOfMonth(
        temporal(value, datedKinds, ".withDayOfMonth"),
        day,
        ".withDayOfMonth",
      ),
    ),
  }),
  changing("DayOfYear", datedKinds, "day of the year", `${date} 1`, "2024-01-01"),
  changing("Hour", timedKinds, "hour", `${time} 7`, "07:30:15"),
  changing("Minute", timedKinds, "minute", `${time} 7`, "10:07:15"),
  changing("Second", timedKinds, "second", `${time} 7`, "10:30:07"),
  changing(
    "Nano",
    timedKinds,
    "fraction of a second, in nanoseconds",
    `${time} 500000000`,
    "10:30:15.500",
  ),
  row("Year/isLeap", "(Year/isLeap year)", {
    doc: "True if a year has 366 days.",
    example: ["(Year/isLeap 2024)", "true"],
    arities: unary((year) => isLeapYear(wholeArgument(year, "Year/isLeap"))),
  }),
];

/** Returns the number of a part for `.get`, or `undefined` if the value lacks the part. */
export function partNumber(value: Temporal, field: string): number | undefined {
  const isMonth = value.kind === "year-month";
  const hasDate = isMonth || datedKinds.some((kind) => kind === value.kind);
  const hasTime = timedKinds.some((kind) => kind === value.kind);
  if (hasDate) {
    const day = dayOf(value);
    const parts = calendarDate(day);
    const read = (isMonth ? monthFields : dateFields).get(field);
    if (read !== undefined) return read(parts, day);
  }
  return hasTime ? clockFields.get(field)?.(localTimeOfDay(value)) : undefined;
}

type FieldReader = (date: CalendarDate, epochDay: number) => number;

const monthFields: ReadonlyMap<string, FieldReader> = new Map<string, FieldReader>([
  ["Year", ({ year }) => year],
  ["MonthOfYear", ({ month }) => month],
]);
const dateFields: ReadonlyMap<string, FieldReader> = new Map<string, FieldReader>([
  ...monthFields,
  ["DayOfMonth", ({ day }) => day],
  ["DayOfYear", dayOfYear],
  ["DayOfWeek", (_, day) => dayOfWeek(day)],
  ["EpochDay", (_, day) => day],
  ["QuarterOfYear", ({ month }) => Math.ceil(month / 3)],
  ["WeekOfWeekBasedYear", (_, day) => weekOf(day).week],
  ["WeekBasedYear", (_, day) => weekOf(day).year],
]);
const clockFields: ReadonlyMap<string, (milliseconds: number) => number> = new Map([
  ["HourOfDay", (ms: number) => Math.floor(ms / 3_600_000)],
  ["MinuteOfHour", (ms: number) => Math.floor(ms / 60_000) % 60],
  ["SecondOfMinute", (ms: number) => Math.floor(ms / 1000) % 60],
  ["MinuteOfDay", (ms: number) => Math.floor(ms / 60_000)],
  ["SecondOfDay", (ms: number) => Math.floor(ms / 1000)],
  ["MilliOfSecond", (ms: number) => ms % 1000],
]);
