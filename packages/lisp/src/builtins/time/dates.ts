// Dates and times, under the names Java gives them: instants, local dates, durations.
// java.util.Date and Instant are one kind of value here, an instant; times without a zone are read
// only by `parse`, which takes them as UTC.

import { Temporal, parseInstant, parseLocalDate, type Value } from "@ptc/core/values";
import { calendarNameRows } from "./calendar-names.ts";
import { dateArithmeticRows } from "./date-arithmetic.ts";
import { datePartRows } from "./date-parts.ts";
import { dateUnitRows, dateUnits, type ClockUnitName } from "./date-units.ts";
import { parseLegacyDate } from "./legacy-dates.ts";
import { stringArgument, wrongArgument } from "../text/string-arguments.ts";
import {
  binary,
  inRange,
  kindHints,
  temporal,
  unary,
  wholeArgument,
} from "./temporal-arguments.ts";
import { wrongType } from "../../evaluation/expectations.ts";
import { row, type BuiltinRow } from "../row.ts";

const longestDate = 60;

/** Reads `value` as text. The parsers look at a bounded part of it only. */
function parsed(
  operation: string,
  value: Value,
  parse: (text: string) => Temporal | undefined,
  hintFor: (text: string) => string,
): Temporal {
  const text = stringArgument(value, operation);
  const result = text.length > longestDate ? undefined : parse(text);
  if (result !== undefined) return result;
  throw wrongArgument(
    operation,
    `cannot read ${JSON.stringify(text.slice(0, longestDate))}`,
    hintFor(text),
  );
}

function parseDate(value: Value): Temporal {
  return parsed("LocalDate/parse", value, parseLocalDate, (text) =>
    text.includes("T")
      ? "a date has no time: use (subs s 0 10), or (Instant/parse s)"
      : 'write dates as "2026-01-31"',
  );
}

function parseTime(value: Value): Temporal {
  return parsed("Instant/parse", value, parseInstant, (text) =>
    text.includes("T")
      ? 'an instant needs a zone: "2026-01-31T12:00:00Z"; (parse s) takes times without one as UTC'
      : "without a time this is a date: use (LocalDate/parse s)",
  );
}

/** A date, or an instant when there is a time; a time without a zone is taken as UTC. */
function parseEither(value: Value): Temporal {
  return parsed(
    "parse",
    value,
    (text) => parseLocalDate(text) ?? parseInstant(text) ?? parseInstant(`${text}Z`),
    () => 'write dates as "2026-01-31" and times as "2026-01-31T12:00:00Z"',
  );
}

/** `(java.util.Date. x)`: milliseconds, text, or an instant that is there already. */
function toDate(value: Value): Temporal {
  if (value instanceof Temporal && value.kind === "instant") return value;
  if (typeof value === "number" && Number.isInteger(value))
    return inRange("instant", value, "java.util.Date.");
  if (typeof value === "string")
    return parsed(
      "java.util.Date.",
      value,
      (text) => parseInstant(text) ?? parseLegacyDate(text),
      () => 'write "2026-01-31T12:00:00Z"; for dates use (LocalDate/parse s)',
    );
  throw wrongType("java.util.Date.", "milliseconds since 1970 or text", value);
}

function between(start: Value, end: Value): Temporal {
  const hint = "for dates take the days: (- (.toEpochDay b) (.toEpochDay a))";
  for (const value of [start, end]) {
    if (!(value instanceof Temporal) || value.kind !== "instant")
      throw wrongType(
        "Duration/between",
        "an instant",
        value,
        value instanceof Temporal ? hint : kindHints.instant,
      );
  }
  return new Temporal(
    "duration",
    temporal(end, "instant", "Duration/between").amount -
      temporal(start, "instant", "Duration/between").amount,
  );
}

/** The whole units in a duration, toward zero. */
function inUnits(name: string, unit: number, words: string, printed: string): BuiltinRow {
  const example = `(${name} (Duration/between (Instant/parse "2026-01-01T00:00:00Z") (Instant/parse "2026-01-03T12:00:00Z")))`;
  return row(name, `(${name} duration)`, {
    doc: `The ${words} in a duration.`,
    example: [example, printed],
    arities: unary((value) => Math.trunc(temporal(value, "duration", name).amount / unit) + 0),
  });
}

/** A duration of whole units. */
function durationOf(name: ClockUnitName, words: string, printed: string): BuiltinRow {
  const operation = `Duration/of${name}`;
  const compute = (count: Value): Temporal =>
    inRange("duration", wholeArgument(count, operation) * dateUnits[name].milliseconds, operation);
  return row(operation, `(${operation} n)`, {
    doc: `The duration of some ${words}.`,
    example: [`(str (${operation} 90))`, JSON.stringify(printed)],
    arities: unary(compute),
  });
}

const makingRows: readonly BuiltinRow[] = [
  row("LocalDate/parse", "(LocalDate/parse s)", {
    doc: "The date written as YYYY-MM-DD.",
    example: ['(LocalDate/parse "2026-02-28")', "2026-02-28"],
    arities: unary(parseDate),
  }),
  row("Instant/parse", "(Instant/parse s)", {
    doc: "The point in time written in ISO form with a zone.",
    example: ['(str (Instant/parse "2026-01-01T02:00:00+02:00"))', '"2026-01-01T00:00:00Z"'],
    arities: unary(parseTime),
  }),
  row("parse", "(parse s)", {
    doc: "The date or point in time written in ISO form; without a zone it is UTC.",
    example: ['(str (parse "2026-01-01T12:30:00"))', '"2026-01-01T12:30:00Z"'],
    arities: unary(parseEither),
  }),
  row(
    ["java.util.Date.", "Date."],
    ["(java.util.Date.)", "(java.util.Date. milliseconds)", "(java.util.Date. s)"],
    {
      doc: "The point in time now, at milliseconds since 1970, or written in s.",
      example: ["(str (java.util.Date. 0))", '"1970-01-01T00:00:00Z"'],
      arities: {
        0: (branch) => new Temporal("instant", Math.trunc(branch.now())),
        1: (_, value) => toDate(value),
      },
    },
  ),
  row("Duration/between", "(Duration/between start end)", {
    doc: "The time from one instant to another.",
    example: ["(str (Duration/between (java.util.Date. 0) (java.util.Date. 90000)))", '"PT1M30S"'],
    arities: binary(between),
  }),
  durationOf("Days", "days of 24 hours", "PT2160H"),
  durationOf("Hours", "hours", "PT90H"),
  durationOf("Minutes", "minutes", "PT1H30M"),
  durationOf("Seconds", "seconds", "PT1M30S"),
  durationOf("Millis", "milliseconds", "PT0.09S"),
  row(["System/currentTimeMillis", "currentTimeMillis"], "(System/currentTimeMillis)", {
    doc: "The milliseconds since 1970.",
    example: ["(pos? (System/currentTimeMillis))", "true"],
    arities: { 0: (branch) => Math.trunc(branch.now()) },
  }),
];

const readingRows: readonly BuiltinRow[] = [
  row([".getTime", ".toEpochMilli", "inst-ms"], "(.getTime instant)", {
    doc: "The milliseconds since 1970 of an instant.",
    example: ['(.getTime (Instant/parse "1970-01-01T00:00:01Z"))', "1000"],
    arities: unary((value) => temporal(value, "instant", ".getTime").amount),
  }),
  row(".getEpochSecond", "(.getEpochSecond instant)", {
    doc: "The whole seconds since 1970 of an instant.",
    example: ['(.getEpochSecond (Instant/parse "1970-01-01T00:00:01.500Z"))', "1"],
    arities: unary((value) =>
      Math.floor(temporal(value, "instant", ".getEpochSecond").amount / 1000),
    ),
  }),
  row(".toEpochDay", "(.toEpochDay date)", {
    doc: "The days since 1970 of a date.",
    example: ['(.toEpochDay (LocalDate/parse "1970-01-10"))', "9"],
    arities: unary((value) => temporal(value, "local-date", ".toEpochDay").amount),
  }),
  inUnits(".toMillis", 1, "milliseconds", "216000000"),
  inUnits(".toSeconds", 1000, "whole seconds", "216000"),
  inUnits(".toMinutes", 60_000, "whole minutes", "3600"),
  inUnits(".toHours", 3_600_000, "whole hours", "60"),
  inUnits(".toDays", 86_400_000, "whole days", "2"),
];

export const dateRows: readonly BuiltinRow[] = [
  ...makingRows,
  ...datePartRows,
  ...readingRows,
  ...dateArithmeticRows,
  ...calendarNameRows,
  ...dateUnitRows,
];
