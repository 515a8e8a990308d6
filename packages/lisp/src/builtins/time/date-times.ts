// Makes times without an offset: dates, date-times, times of day and year-months. Each class parses
// text, takes numbers, and returns the current time in UTC by the run's clock.

import { Temporal, type Value } from "@ptc/core/values";
import { row, type BuiltinRow } from "../row.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { isLeapYear } from "./calendar.ts";
import { fromRow, nowRow, ofInstantRow, parseRow } from "./class-rows.ts";
import {
  argumentCount,
  dateFromParts,
  dateTimeFromParts,
  dayOfParts,
  millisecondsOfNanos,
  monthArgument,
  timeFromParts,
} from "./making-times.ts";
import { truncated } from "./date-units.ts";
import {
  binary,
  inRange,
  temporal,
  timedKinds,
  unary,
  wholeArgument,
} from "./temporal-arguments.ts";
import { offsetArgument } from "./zones.ts";
import { zonedRows } from "./zoned-date-times.ts";

/** Returns the row of a constant time of day. */
function timeOfDay(member: string, hour: number): BuiltinRow {
  const value = new Temporal("local-time", hour * 3_600_000);
  return row(`LocalTime/${member}`, `LocalTime/${member}`, {
    doc: `The time of day ${String(hour)}:00.`,
    example: [`LocalTime/${member}`, `${String(hour).padStart(2, "0")}:00`],
    constant: value,
    arities: { 0: () => value },
  });
}

function yearDay(year: Value, day: Value): Temporal {
  const operation = "LocalDate/ofYearDay";
  const [wantedYear, wanted] = [wholeArgument(year, operation), wholeArgument(day, operation)];
  const length = isLeapYear(wantedYear) ? 366 : 365;
  if (wanted < 1 || wanted > length)
    throw wrongArgument(
      operation,
      `the days of this year are 1 to ${String(length)}, got ${String(wanted)}`,
    );
  return inRange("local-date", dayOfParts(wantedYear, 1, 1, operation) + wanted - 1, operation);
}

function secondOfDay(value: Value): Temporal {
  const operation = "LocalTime/ofSecondOfDay";
  const seconds = wholeArgument(value, operation);
  if (seconds >= 0 && seconds < 86_400) return new Temporal("local-time", seconds * 1000);
  throw wrongArgument(operation, `seconds of the day are 0 to 86399, got ${String(seconds)}`);
}

function ofEpochSecond([seconds = null, nanos = null, offset = null]: readonly Value[]): Temporal {
  const operation = "LocalDateTime/ofEpochSecond";
  const milliseconds =
    wholeArgument(seconds, operation) * 1000 + millisecondsOfNanos(nanos, operation);
  const { offset: distance } = offsetArgument(offset, operation);
  return inRange("local-date-time", milliseconds + distance, operation);
}

const firstDate = new Temporal("local-date", 0);

const dateTimeForm =
  "(LocalDateTime/of date time) or (LocalDateTime/of year month day hour minute second)";

export const dateTimeRows: readonly BuiltinRow[] = [
  row("LocalDate/of", "(LocalDate/of year month day)", {
    doc: "Makes a date of year, month and day, from 1.",
    example: ["(LocalDate/of 2026 1 31)", "2026-01-31"],
    arities: { 3: (_, ...parts) => dateFromParts(parts, "LocalDate/of") },
  }),
  row("LocalDate/ofEpochDay", "(LocalDate/ofEpochDay n)", {
    doc: "The date n days after 1970-01-01.",
    example: ["(LocalDate/ofEpochDay 9)", "1970-01-10"],
    arities: unary((days) =>
      inRange("local-date", wholeArgument(days, "LocalDate/ofEpochDay"), "LocalDate/ofEpochDay"),
    ),
  }),
  row("LocalDate/ofYearDay", "(LocalDate/ofYearDay year n)", {
    doc: "A year's nth day, from 1.",
    example: ["(LocalDate/ofYearDay 2026 32)", "2026-02-01"],
    arities: binary(yearDay),
  }),
  row("LocalDate/EPOCH", "LocalDate/EPOCH", {
    doc: "The date 1970-01-01.",
    example: ["LocalDate/EPOCH", "1970-01-01"],
    constant: firstDate,
    arities: { 0: () => firstDate },
  }),
  nowRow("local-date", "LocalDate", "date"),
  fromRow("local-date", "LocalDate", "date", [
    '(LocalDate/from (LocalDateTime/parse "2026-01-31T12:30"))',
    "2026-01-31",
  ]),
  ofInstantRow("local-date", "LocalDate", "date", "2026-01-31"),
  parseRow("local-date-time", "date and time", "2026-01-31T12:30", "2026-01-31T12:30"),
  row("LocalDateTime/of", dateTimeForm.split(" or "), {
    doc: "Makes a date-time of date and time, or of year, month, day, hour, minute and optional second.",
    example: ["(LocalDateTime/of 2026 1 31 12 30)", "2026-01-31T12:30"],
    arities: {
      rest: {
        from: 2,
        apply: (_, parts) => {
          argumentCount(parts, [2, 5, 6, 7], "LocalDateTime/of", dateTimeForm);
          return dateTimeFromParts(parts, "LocalDateTime/of");
        },
      },
    },
  }),
  row("LocalDateTime/ofEpochSecond", "(LocalDateTime/ofEpochSecond seconds nanos offset)", {
    doc: "The date-time seconds after 1970 at an offset.",
    example: ["(LocalDateTime/ofEpochSecond 60 0 ZoneOffset/UTC)", "1970-01-01T00:01"],
    arities: { 3: (_, ...parts) => ofEpochSecond(parts) },
  }),
  nowRow("local-date-time", "LocalDateTime", "date and time"),
  fromRow("local-date-time", "LocalDateTime", "date and time", [
    '(LocalDateTime/from (OffsetDateTime/parse "2026-01-31T12:30Z"))',
    "2026-01-31T12:30",
  ]),
  ofInstantRow("local-date-time", "LocalDateTime", "date and time", "2026-01-31T12:30"),
  parseRow("local-time", "time of day", "12:30", "12:30"),
  row("LocalTime/of", ["(LocalTime/of hour minute)", "(LocalTime/of hour minute second)"], {
    doc: "Makes a time of hour, minute and optional second.",
    example: ["(LocalTime/of 12 30)", "12:30"],
    arities: {
      rest: {
        from: 2,
        apply: (_, parts) => {
          argumentCount(parts, [2, 3, 4], "LocalTime/of", "(LocalTime/of hour minute second)");
          return timeFromParts(parts, "LocalTime/of");
        },
      },
    },
  }),
  row("LocalTime/ofSecondOfDay", "(LocalTime/ofSecondOfDay n)", {
    doc: "Returns the time n seconds after midnight.",
    example: ["(LocalTime/ofSecondOfDay 3661)", "01:01:01"],
    arities: unary(secondOfDay),
  }),
  nowRow("local-time", "LocalTime", "time of day"),
  fromRow("local-time", "LocalTime", "time of day", [
    '(LocalTime/from (LocalDateTime/parse "2026-01-31T12:30"))',
    "12:30",
  ]),
  timeOfDay("MIDNIGHT", 0),
  timeOfDay("MIN", 0),
  timeOfDay("NOON", 12),
  parseRow("year-month", "month of a year", "2026-01", "2026-01"),
  row("YearMonth/of", "(YearMonth/of year month)", {
    doc: "The month of a year.",
    example: ["(YearMonth/of 2026 1)", "2026-01"],
    arities: binary((year, month) =>
      inRange(
        "year-month",
        (wholeArgument(year, "YearMonth/of") - 1970) * 12 +
          monthArgument(month, "YearMonth/of") -
          1,
        "YearMonth/of",
      ),
    ),
  }),
  nowRow("year-month", "YearMonth", "month"),
  fromRow("year-month", "YearMonth", "month of a year", [
    "(YearMonth/from (LocalDate/of 2026 1 31))",
    "2026-01",
  ]),
  ...zonedRows("offset-date-time", {
    what: "date and time with an offset",
    text: "2026-01-31T12:30+02:00",
    zone: "offset",
    from: '(OffsetDateTime/from (ZonedDateTime/parse "2026-01-31T12:30Z[UTC]"))',
  }),
  ...zonedRows("zoned-date-time", {
    what: "date and time in a zone",
    text: "2026-01-31T12:30Z[UTC]",
    zone: "zone",
    from: '(ZonedDateTime/from (OffsetDateTime/parse "2026-01-31T12:30Z"))',
  }),
  row(".truncatedTo", "(.truncatedTo x unit)", {
    doc: "Truncates a time or duration to the unit.",
    example: ["(.truncatedTo (LocalTime/of 12 30) ChronoUnit/HOURS)", "12:00"],
    arities: binary((value, unit) =>
      truncated(
        temporal(value, [...timedKinds, "instant", "duration"], ".truncatedTo"),
        unit,
        ".truncatedTo",
      ),
    ),
  }),
];
