// Making times without and with an offset: date-times, times of day, months of a year. Each class
// reads text, takes numbers, and knows now by the clock of the run, in UTC.

import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import { parseTemporal } from "@ptc/core/decoding";
import type { Branch } from "../../evaluation/branch.ts";
import { row, type BuiltinRow, type Example } from "../row.ts";
import { stringArgument, wrongArgument } from "../../evaluation/string-argument.ts";
import { isLeapYear } from "./calendar.ts";
import { ofInstant } from "./conversions.ts";
import { formatterHint } from "./formatter-hint.ts";
import { parseByFormatter } from "./formatters.ts";
import { fromTemporal } from "./local-parts.ts";
import {
  argumentCount,
  dateFromParts,
  dateTimeFromParts,
  dayOfParts,
  monthArgument,
  timeFromParts,
  zonedFromParts,
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
import { zoneArgument } from "./zones.ts";

type TimeKind = Exclude<TemporalKind, "instant" | "local-date" | "duration" | "period">;

const classNames: Readonly<Record<TimeKind, string>> = {
  "local-date-time": "LocalDateTime",
  "local-time": "LocalTime",
  "year-month": "YearMonth",
  "offset-date-time": "OffsetDateTime",
  "zoned-date-time": "ZonedDateTime",
};

/** What is read, and what to do with other texts. */
const isoForms: Readonly<Record<TimeKind, string>> = {
  "local-date-time": '"2026-01-31T12:30"',
  "local-time": '"12:30"',
  "year-month": '"2026-01"',
  "offset-date-time": '"2026-01-31T12:30+02:00"',
  "zoned-date-time": '"2026-01-31T12:30+02:00" or "2026-01-31T12:30Z[UTC]"',
};

function parse(kind: TimeKind, value: Value, operation: string): Temporal {
  const text = stringArgument(value, operation);
  const result = text.length > 60 ? undefined : parseTemporal(kind, text);
  if (result !== undefined) return result;
  throw wrongArgument(
    operation,
    `cannot read ${JSON.stringify(text.slice(0, 60))}`,
    parseHint(kind, text),
  );
}

function parseHint(kind: TimeKind, text: string): string {
  const form = `write it as ${isoForms[kind]}`;
  const isDateTime = kind.endsWith("date-time");
  if (isDateTime && /^\d{4}-\d\d-\d\d \d/.test(text))
    return `put a T between date and time: ${JSON.stringify(text.slice(0, 40).replace(" ", "T"))}; ${form}`;
  if (isDateTime && /^\d{4}-\d\d-\d\d$/.test(text))
    return "without a time this is a date: use (LocalDate/parse s), and (.atStartOfDay date)";
  if (kind === "local-date-time" && /(?:Z|[+-]\d\d:?\d\d)$/.test(text))
    return "a text with an offset is read by (OffsetDateTime/parse s) or (Instant/parse s)";
  if (kind === "zoned-date-time" && text.endsWith("]") && text.includes("["))
    return "the zones are UTC, GMT and offsets; the summer times of places are not known here";
  if (
    (kind === "offset-date-time" || kind === "zoned-date-time") &&
    /T\d\d:\d\d[\d:.]*$/.test(text)
  )
    return "a text without an offset is read by (LocalDateTime/parse s)";
  return `${form}; ${formatterHint(classNames[kind], text)}`;
}

/** Now, in UTC or in another zone. */
function now(branch: Branch, kind: TemporalKind, zone: Value, operation: string): Temporal {
  const instant = new Temporal("instant", Math.trunc(branch.now()));
  if (kind !== "year-month") return ofInstant(kind, instant, zone, operation);
  return fromTemporal(kind, ofInstant("local-date", instant, zone, operation), operation);
}

function nowRow(kind: TemporalKind, className: string, words: string): BuiltinRow {
  const operation = `${className}/now`;
  return row(operation, [`(${operation})`, `(${operation} zone)`], {
    doc: `The ${words} now, in UTC or another zone.`,
    example: [`(= (type (${operation})) :${kind})`, "true"],
    arities: {
      0: (branch) => now(branch, kind, "Z", operation),
      1: (branch, zone) => {
        zoneArgument(zone, operation);
        return now(branch, kind, zone, operation);
      },
    },
  });
}

function fromRow(
  kind: TemporalKind,
  className: string,
  words: string,
  example: Example,
): BuiltinRow {
  const operation = `${className}/from`;
  return row(operation, `(${operation} x)`, {
    doc: `The ${words} that a time is made of.`,
    example,
    arities: unary((value) => fromTemporal(kind, value, operation)),
  });
}

function ofInstantRow(
  kind: TemporalKind,
  className: string,
  words: string,
  printed: string,
): BuiltinRow {
  const operation = `${className}/ofInstant`;
  return row(operation, `(${operation} instant zone)`, {
    doc: `The ${words} at an instant in a zone.`,
    example: [`(${operation} (Instant/parse "2026-01-31T12:30:00Z") ZoneOffset/UTC)`, printed],
    arities: binary((instant, zone) => ofInstant(kind, instant, zone, operation)),
  });
}

function parseRow(kind: TimeKind, words: string, text: string, printed: string): BuiltinRow {
  const operation = `${classNames[kind]}/parse`;
  return row(operation, [`(${operation} s)`, `(${operation} s formatter)`], {
    doc: `The ${words} written as ${text}, or as a formatter says.`,
    example: [`(${operation} ${JSON.stringify(text)})`, printed],
    arities: {
      1: (_, value) => parse(kind, value, operation),
      2: (branch, value, formatter) => parseByFormatter(branch, kind, value, formatter, operation),
    },
  });
}

/** A constant time of day. */
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

const dateTimeForm =
  "(LocalDateTime/of date time) or (LocalDateTime/of year month day hour minute second)";

export const dateTimeRows: readonly BuiltinRow[] = [
  row("LocalDate/of", "(LocalDate/of year month day)", {
    doc: "The date of a year, a month and a day, both from 1.",
    example: ["(LocalDate/of 2026 1 31)", "2026-01-31"],
    arities: { 3: (_, ...parts) => dateFromParts(parts, "LocalDate/of") },
  }),
  row("LocalDate/ofEpochDay", "(LocalDate/ofEpochDay n)", {
    doc: "The date some days after 1970-01-01.",
    example: ["(LocalDate/ofEpochDay 9)", "1970-01-10"],
    arities: unary((days) =>
      inRange("local-date", wholeArgument(days, "LocalDate/ofEpochDay"), "LocalDate/ofEpochDay"),
    ),
  }),
  row("LocalDate/ofYearDay", "(LocalDate/ofYearDay year n)", {
    doc: "The nth day of a year, from 1.",
    example: ["(LocalDate/ofYearDay 2026 32)", "2026-02-01"],
    arities: binary(yearDay),
  }),
  nowRow("local-date", "LocalDate", "date"),
  fromRow("local-date", "LocalDate", "date", [
    '(LocalDate/from (LocalDateTime/parse "2026-01-31T12:30"))',
    "2026-01-31",
  ]),
  ofInstantRow("local-date", "LocalDate", "date", "2026-01-31"),
  parseRow("local-date-time", "date and time", "2026-01-31T12:30", "2026-01-31T12:30"),
  row("LocalDateTime/of", dateTimeForm.split(" or "), {
    doc: "The date-time of a date and a time, or of a year, month, day, hour, minute and perhaps second.",
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
  nowRow("local-date-time", "LocalDateTime", "date and time"),
  fromRow("local-date-time", "LocalDateTime", "date and time", [
    '(LocalDateTime/from (OffsetDateTime/parse "2026-01-31T12:30Z"))',
    "2026-01-31T12:30",
  ]),
  ofInstantRow("local-date-time", "LocalDateTime", "date and time", "2026-01-31T12:30"),
  parseRow("local-time", "time of day", "12:30", "12:30"),
  row("LocalTime/of", ["(LocalTime/of hour minute)", "(LocalTime/of hour minute second)"], {
    doc: "The time of day of an hour, a minute and perhaps a second.",
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
    doc: "The time of day some seconds after midnight.",
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
  parseRow(
    "offset-date-time",
    "date and time with an offset",
    "2026-01-31T12:30+02:00",
    "2026-01-31T12:30+02:00",
  ),
  zonedOf("offset-date-time", "offset"),
  nowRow("offset-date-time", "OffsetDateTime", "date and time"),
  fromRow("offset-date-time", "OffsetDateTime", "date and time with its offset", [
    '(OffsetDateTime/from (ZonedDateTime/parse "2026-01-31T12:30Z[UTC]"))',
    "2026-01-31T12:30Z",
  ]),
  ofInstantRow("offset-date-time", "OffsetDateTime", "date and time", "2026-01-31T12:30Z"),
  parseRow(
    "zoned-date-time",
    "date and time in a zone",
    "2026-01-31T12:30Z[UTC]",
    "2026-01-31T12:30Z[UTC]",
  ),
  zonedOf("zoned-date-time", "zone"),
  nowRow("zoned-date-time", "ZonedDateTime", "date and time"),
  fromRow("zoned-date-time", "ZonedDateTime", "date and time in its zone", [
    '(ZonedDateTime/from (OffsetDateTime/parse "2026-01-31T12:30Z"))',
    "2026-01-31T12:30Z",
  ]),
  ofInstantRow("zoned-date-time", "ZonedDateTime", "date and time", "2026-01-31T12:30Z"),
  row(".truncatedTo", "(.truncatedTo x unit)", {
    doc: "A time or duration without what is shorter than the unit.",
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

function zonedOf(kind: "offset-date-time" | "zoned-date-time", zone: string): BuiltinRow {
  const operation = `${classNames[kind]}/of`;
  const form = `(${operation} date-time ${zone})`;
  return row(operation, [form, `(${operation} date time ${zone})`], {
    doc: `The date-time whose ${zone} is given, of a date-time or of a date and a time.`,
    example: [
      `(${operation} (LocalDateTime/of 2026 1 31 12 30) ZoneOffset/UTC)`,
      "2026-01-31T12:30Z",
    ],
    arities: {
      rest: {
        from: 2,
        apply: (_, parts) => {
          argumentCount(parts, [2, 3, 8], operation, form);
          return zonedFromParts(kind, parts, operation);
        },
      },
    },
  });
}
