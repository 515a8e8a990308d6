// Moves a date to the last day of its month, the next Monday and so on. An adjuster is a text,
// `lastDayOfMonth` or `next MONDAY`, that `.with` reads. Source: TemporalAdjusters of java.time.

import { Temporal, type Value } from "@ptc/core/values";
import { row, type BuiltinRow } from "../row.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { calendarDate, dayOfWeek, epochDayOf, lengthOfMonth } from "./calendar.ts";
import { monthNames, weekdayNames } from "./calendar-names.ts";
import { withPart } from "./conversions.ts";
import { localDay, localTimeOfDay, withLocal } from "./local-parts.ts";
import { partChanges, partNumber } from "./date-parts.ts";
import {
  binary,
  datedKinds,
  kindNames,
  temporal,
  textConstant,
  unary,
  wholeArgument,
} from "./temporal-arguments.ts";

type Adjust = (day: number, weekday: number, ordinal: number) => number;

function monthEnds(day: number): { first: number; last: number } {
  const { year, month } = calendarDate(day);
  const first = epochDayOf({ year, month, day: 1 });
  return { first, last: first + lengthOfMonth(year, month) - 1 };
}

function yearStart(day: number, later: number): number {
  return epochDayOf({ year: calendarDate(day).year + later, month: 1, day: 1 });
}

/** Returns the days from one day of the week forward to another, 0 to 6. */
function daysUntil(weekday: number, day: number): number {
  return (weekday - dayOfWeek(day) + 7) % 7;
}

function daysSince(weekday: number, day: number): number {
  return (dayOfWeek(day) - weekday + 7) % 7;
}

const plainAdjusters: Readonly<Record<string, Adjust>> = {
  firstDayOfMonth: (day) => monthEnds(day).first,
  lastDayOfMonth: (day) => monthEnds(day).last,
  firstDayOfNextMonth: (day) => monthEnds(day).last + 1,
  firstDayOfYear: (day) => yearStart(day, 0),
  lastDayOfYear: (day) => yearStart(day, 1) - 1,
  firstDayOfNextYear: (day) => yearStart(day, 1),
};

const weekdayAdjusters: Readonly<Record<string, Adjust>> = {
  next: (day, weekday) => day + 1 + daysUntil(weekday, day + 1),
  nextOrSame: (day, weekday) => day + daysUntil(weekday, day),
  previous: (day, weekday) => day - 1 - daysSince(weekday, day - 1),
  previousOrSame: (day, weekday) => day - daysSince(weekday, day),
  firstInMonth: (day, weekday) => nthInMonth(day, weekday, 1),
  lastInMonth: (day, weekday) => nthInMonth(day, weekday, -1),
};

/**
 * Returns the nth such day of the month, counted from its end if n is negative. The count may
 * continue beyond the month.
 */
function nthInMonth(day: number, weekday: number, ordinal: number): number {
  const { first, last } = monthEnds(day);
  if (ordinal >= 0) return first + daysUntil(weekday, first) + (ordinal - 1) * 7;
  return last - daysSince(weekday, last) + (ordinal + 1) * 7;
}

const adjusters: ReadonlyMap<string, Adjust> = new Map([
  ...Object.entries(plainAdjusters),
  ...Object.entries(weekdayAdjusters),
  ["dayOfWeekInMonth", nthInMonth],
]);

function adjusted(value: Temporal, text: string, operation: string): Temporal | undefined {
  const [name = "", weekday = "", ordinal = ""] = text.split(" ");
  const adjust = adjusters.get(name);
  if (adjust === undefined) return undefined;
  const target = temporal(value, datedKinds, operation);
  if (plainAdjusters[name] === undefined) weekdayArgument(weekday, operation);
  if (name === "dayOfWeekInMonth" && !/^-?\d{1,10}$/.test(ordinal)) return undefined;
  const day = adjust(localDay(target), weekdayNames.indexOf(weekday) + 1, Number(ordinal));
  return withLocal(target, day, localTimeOfDay(target), operation);
}

function weekdayArgument(value: Value, operation: string): string {
  const index = weekdayNames.findIndex((name) => name === value);
  if (index >= 0) return weekdayNames[index] ?? "";
  throw wrongType(operation, "a day of the week", value, "write DayOfWeek/MONDAY");
}

/** `(.with date adjuster)`, `(.with date-time time)`, `(.with date DayOfWeek/MONDAY)`. */
function exchanged(value: Value, change: Value): Temporal {
  const operation = ".with";
  const target = temporal(
    value,
    ["local-date", "year-month", ...datedKinds, "local-time"],
    operation,
  );
  const result =
    change instanceof Temporal
      ? withPart(target, change, operation)
      : typeof change === "string"
        ? exchangedByName(target, change, operation)
        : undefined;
  if (result !== undefined) return result;
  throw wrongType(
    operation,
    "an adjuster, a date or a time",
    change,
    "write (.with date (TemporalAdjusters/lastDayOfMonth)), or use (.withDayOfMonth date n)",
  );
}

function exchangedByName(target: Temporal, name: string, operation: string): Temporal | undefined {
  if (monthNames.includes(name)) return partChanges.Month(target, name, operation);
  if (!weekdayNames.includes(name)) return adjusted(target, name, operation);
  return withWeekday(target, weekdayNames.indexOf(name) + 1, operation);
}

/** Returns the day in the same week, which begins on Monday. */
function withWeekday(value: Temporal, weekday: number, operation: string): Temporal {
  const target = temporal(value, datedKinds, operation);
  const day = localDay(target);
  return withLocal(target, day - dayOfWeek(day) + weekday, localTimeOfDay(target), operation);
}

/** Java's names of fields, with the names they print as. */
const fields: ReadonlyMap<string, string> = new Map([
  ["ChronoField/YEAR", "Year"],
  ["ChronoField/MONTH_OF_YEAR", "MonthOfYear"],
  ["ChronoField/DAY_OF_MONTH", "DayOfMonth"],
  ["ChronoField/DAY_OF_WEEK", "DayOfWeek"],
  ["ChronoField/DAY_OF_YEAR", "DayOfYear"],
  ["ChronoField/EPOCH_DAY", "EpochDay"],
  ["ChronoField/HOUR_OF_DAY", "HourOfDay"],
  ["ChronoField/MINUTE_OF_HOUR", "MinuteOfHour"],
  ["ChronoField/SECOND_OF_MINUTE", "SecondOfMinute"],
  ["ChronoField/MINUTE_OF_DAY", "MinuteOfDay"],
  ["ChronoField/SECOND_OF_DAY", "SecondOfDay"],
  ["IsoFields/QUARTER_OF_YEAR", "QuarterOfYear"],
  ["IsoFields/WEEK_OF_WEEK_BASED_YEAR", "WeekOfWeekBasedYear"],
  ["IsoFields/WEEK_BASED_YEAR", "WeekBasedYear"],
]);

/** `(.get date IsoFields/QUARTER_OF_YEAR)`. */
export function fieldOf(value: Temporal, field: Value, operation: string): number {
  const name = [...fields.values()].find((known) => known === field);
  const number = name === undefined ? undefined : partNumber(value, name);
  if (number !== undefined) return number;
  throw name !== undefined
    ? wrongArgument(
        operation,
        `${kindNames[value.kind]} has no ${name}`,
        value.kind === "instant"
          ? "convert it to UTC first: (.atZone instant ZoneOffset/UTC)"
          : undefined,
      )
    : wrongType(
        operation,
        "a part of a time",
        field,
        `the parts are ${[...fields.keys()].join(", ")}`,
      );
}

const changedFields: ReadonlyMap<Value, keyof typeof partChanges> = new Map([
  ["Year", "Year"],
  ["MonthOfYear", "Month"],
  ["DayOfMonth", "DayOfMonth"],
  ["DayOfYear", "DayOfYear"],
  ["HourOfDay", "Hour"],
  ["MinuteOfHour", "Minute"],
  ["SecondOfMinute", "Second"],
]);

/** `(.with date ChronoField/DAY_OF_MONTH 1)`. */
function withField(value: Value, field: Value, number: Value): Temporal {
  const operation = ".with";
  const target = temporal(
    value,
    ["local-date", "year-month", ...datedKinds, "local-time"],
    operation,
  );
  fieldOf(target, field, operation);
  const change = changedFields.get(field);
  if (change !== undefined) return partChanges[change](target, number, operation);
  const weekday = wholeArgument(number, operation);
  if (field === "DayOfWeek" && weekday >= 1 && weekday <= 7)
    return withWeekday(target, weekday, operation);
  throw wrongArgument(
    operation,
    `cannot set this part to ${String(weekday)}`,
    "set the year, month, day, hour, minute or second, or add to them with .plus",
  );
}

const date = "(LocalDate/of 2026 1 31)";
const examples: Readonly<Record<string, string>> = {
  firstDayOfMonth: "2026-01-01",
  lastDayOfMonth: "2026-01-31",
  firstDayOfNextMonth: "2026-02-01",
  firstDayOfYear: "2026-01-01",
  lastDayOfYear: "2026-12-31",
  firstDayOfNextYear: "2027-01-01",
  next: "2026-02-02",
  nextOrSame: "2026-02-02",
  previous: "2026-01-26",
  previousOrSame: "2026-01-26",
  firstInMonth: "2026-01-05",
  lastInMonth: "2026-01-26",
};

function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export const adjusterRows: readonly BuiltinRow[] = [
  row(".with", ["(.with x adjuster)", "(.with date-time time)", "(.with x field n)"], {
    doc: "Moves a date by an adjuster, or replaces its time, date or part.",
    example: [`(.with ${date} (TemporalAdjusters/firstDayOfMonth))`, "2026-01-01"],
    arities: {
      2: (_, value, change) => exchanged(value, change),
      3: (_, value, field, number) => withField(value, field, number),
    },
  }),
  ...Object.keys(plainAdjusters).map((name) =>
    row(`TemporalAdjusters/${name}`, `(TemporalAdjusters/${name})`, {
      doc: `Adjusts to the ${wordsOf(name)}, for .with.`,
      example: [`(.with ${date} (TemporalAdjusters/${name}))`, examples[name] ?? ""],
      arities: { 0: () => name },
    }),
  ),
  ...Object.keys(weekdayAdjusters).map((name) =>
    row(`TemporalAdjusters/${name}`, `(TemporalAdjusters/${name} weekday)`, {
      doc: `Adjusts to the ${wordsOf(name)} such day, for .with.`,
      example: [
        `(.with ${date} (TemporalAdjusters/${name} DayOfWeek/MONDAY))`,
        examples[name] ?? "",
      ],
      arities: unary(
        (weekday) => `${name} ${weekdayArgument(weekday, `TemporalAdjusters/${name}`)}`,
      ),
    }),
  ),
  row("TemporalAdjusters/dayOfWeekInMonth", "(TemporalAdjusters/dayOfWeekInMonth n weekday)", {
    doc: "Adjusts to the nth such day of the month, from its end if n is negative.",
    example: [
      `(.with ${date} (TemporalAdjusters/dayOfWeekInMonth 2 DayOfWeek/TUESDAY))`,
      "2026-01-13",
    ],
    arities: binary((ordinal, weekday) => {
      const operation = "TemporalAdjusters/dayOfWeekInMonth";
      return `dayOfWeekInMonth ${weekdayArgument(weekday, operation)} ${String(wholeArgument(ordinal, operation))}`;
    }),
  }),
  ...Array.from(fields, ([name, text]) =>
    textConstant(name, text, `A part of a date or time, for .get and .with.`),
  ),
];
