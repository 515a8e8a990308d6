// Instants and dates under their Java names. java.util.Date and Instant are one kind of value, an
// instant. Only `parse` and `java.util.Date.` accept a time without a zone as an instant, in UTC.

import { shortened } from "@ptc/core/internal/printing";
import { parseInstant, parseLocalDate } from "@ptc/core/internal/instant";
import { Temporal, type Value } from "@ptc/core/values";
import { adjusterRows } from "./adjusters.ts";
import { calendarNameRows } from "./calendar-names.ts";
import { dateArithmeticRows } from "./date-arithmetic.ts";
import { conversionRows } from "./conversions.ts";
import { datePartRows } from "./date-parts.ts";
import { dateTimeRows } from "./date-times.ts";
import { dateUnitRows } from "./date-units.ts";
import { durationRows } from "./durations.ts";
import { parseLegacyDate } from "./legacy-dates.ts";
import { periodRows } from "./periods.ts";
import { shortUnitRows, wholeMilliseconds } from "./short-units.ts";
import { zoneRows } from "./zones.ts";
import { fromTemporal } from "./local-parts.ts";
import { formatterHint } from "./formatter-hint.ts";
import { formatterRows, parseByFormatter } from "./formatters.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { inRange, temporal, unary, wholeArgument } from "./temporal-arguments.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { row, type BuiltinRow } from "../row.ts";
import { chargingTimes } from "./charged-times.ts";

const longestDate = 60;

/** Parses `value` as text. The parsers read a bounded part of it. */
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
    `cannot read ${JSON.stringify(shortened(text, longestDate))}`,
    hintFor(text),
  );
}

function ofEpochSecond(seconds: Value, nanos: Value): Temporal {
  const operation = "Instant/ofEpochSecond";
  const milliseconds =
    wholeArgument(seconds, operation) * 1000 +
    wholeMilliseconds(wholeArgument(nanos, operation), operation);
  return inRange("instant", milliseconds, operation);
}

function parseDate(value: Value): Temporal {
  return parsed("LocalDate/parse", value, parseLocalDate, (text) =>
    /\dT/.test(text)
      ? "a date has no time: use (subs s 0 10), or (Instant/parse s)"
      : /^\d{4}-\d\d-\d\d$/.test(text)
        ? 'there is no such day: write dates as "2026-01-31"'
        : `write dates as "2026-01-31"; ${formatterHint("LocalDate", text)}`,
  );
}

function parseTime(value: Value): Temporal {
  return parsed("Instant/parse", value, parseInstant, (text) => {
    const [date, time] = /^(\d{4}-\d\d-\d\d)[ T](\d.*)$/.exec(text)?.slice(1) ?? [];
    if (/\dT/.test(text))
      return 'an instant needs a zone: "2026-01-31T12:00:00Z"; (parse s) takes times without one as UTC';
    return date === undefined || time === undefined
      ? "without a time this is a date: use (LocalDate/parse s)"
      : `put a T between date and time, and add an offset: "${date}T${time.replace(/ ?(?:UTC|GMT|Z)?$/, "")}Z" is in UTC; (java.util.Date. s) reads this text as UTC`;
  });
}

/** Returns a date, or an instant if the text has a time. A time without a zone is in UTC. */
function parseEither(value: Value): Temporal {
  return parsed(
    "parse",
    value,
    (text) => parseLocalDate(text) ?? parseInstant(text) ?? parseInstant(`${text}Z`),
    () => 'write dates as "2026-01-31" and times as "2026-01-31T12:00:00Z"',
  );
}

/** Parses a date, or a date and time without offset, in UTC. A space may replace the T. */
function parseWithoutOffset(text: string): Temporal | undefined {
  const date = parseLocalDate(text);
  if (date !== undefined) return parseInstant(`${text}T00:00:00Z`);
  return parseInstant(`${text.replace(/^([\d-]+) /, "$1T")}Z`);
}

/** `(java.util.Date. x)`: takes milliseconds, text or an instant. */
function toDate(value: Value): Temporal {
  if (value instanceof Temporal && value.kind === "instant") return value;
  if (typeof value === "number" && Number.isInteger(value))
    return inRange("instant", value, "java.util.Date.");
  if (typeof value === "string")
    return parsed(
      "java.util.Date.",
      value,
      (text) => parseInstant(text) ?? parseWithoutOffset(text) ?? parseLegacyDate(text),
      (text) => `write "2026-01-31T12:00:00Z" or "2026-01-31"; ${formatterHint("LocalDate", text)}`,
    );
  throw wrongType("java.util.Date.", "milliseconds since 1970 or text", value);
}

function fromMilliseconds(value: Value): Temporal {
  if (value instanceof Temporal) return temporal(value, "instant", "java.util.Date/from");
  return inRange("instant", wholeArgument(value, "Instant/ofEpochMilli"), "Instant/ofEpochMilli");
}

const epoch = new Temporal("instant", 0);

const makingRows: readonly BuiltinRow[] = [
  row("LocalDate/parse", ["(LocalDate/parse s)", "(LocalDate/parse s formatter)"], {
    doc: "Reads a date such as 2026-01-31, or by a formatter.",
    example: ['(LocalDate/parse "2026-02-28")', "2026-02-28"],
    arities: {
      1: (_, text) => parseDate(text),
      2: (branch, text, formatter) =>
        parseByFormatter(branch, "local-date", text, formatter, "LocalDate/parse"),
    },
  }),
  row("Instant/parse", "(Instant/parse s)", {
    doc: "Reads a point in time in ISO form with a zone.",
    example: ['(str (Instant/parse "2026-01-01T02:00:00+02:00"))', '"2026-01-01T00:00:00Z"'],
    arities: unary(parseTime),
  }),
  row("parse", "(parse s)", {
    doc: "Reads a date or point in time in ISO form, in UTC without a zone.",
    example: ['(str (parse "2026-01-01T12:30:00"))', '"2026-01-01T12:30:00Z"'],
    arities: unary(parseEither),
  }),
  row(
    ["java.util.Date.", "Date."],
    ["(java.util.Date.)", "(java.util.Date. milliseconds)", "(java.util.Date. s)"],
    {
      doc: "The point in time now, milliseconds after 1970, or given in s.",
      example: ["(str (java.util.Date. 0))", '"1970-01-01T00:00:00Z"'],
      arities: {
        0: (branch) => new Temporal("instant", Math.trunc(branch.now())),
        1: (_, value) => toDate(value),
      },
    },
  ),
  row(
    ["Instant/ofEpochMilli", "java.util.Date/from"],
    ["(Instant/ofEpochMilli n)", "(java.util.Date/from instant)"],
    {
      doc: "Returns the instant n milliseconds after 1970 began.",
      example: ["(str (Instant/ofEpochMilli 1000))", '"1970-01-01T00:00:01Z"'],
      arities: unary(fromMilliseconds),
    },
  ),
  row("Instant/ofEpochSecond", ["(Instant/ofEpochSecond n)", "(Instant/ofEpochSecond n nanos)"], {
    doc: "Returns the instant n seconds after 1970 began.",
    example: ["(str (Instant/ofEpochSecond 1))", '"1970-01-01T00:00:01Z"'],
    arities: {
      1: (_, seconds) => ofEpochSecond(seconds, 0),
      2: (_, seconds, nanos) => ofEpochSecond(seconds, nanos),
    },
  }),
  row("Instant/from", "(Instant/from x)", {
    doc: "Gets the instant of an offset date-time.",
    example: [
      '(str (Instant/from (OffsetDateTime/parse "2026-01-01T00:00Z")))',
      '"2026-01-01T00:00:00Z"',
    ],
    arities: unary((value) => fromTemporal("instant", value, "Instant/from")),
  }),
  row("Instant/EPOCH", "Instant/EPOCH", {
    doc: "The start of 1970 in UTC.",
    example: ["(str Instant/EPOCH)", '"1970-01-01T00:00:00Z"'],
    constant: epoch,
    arities: { 0: () => epoch },
  }),
  row("Instant/now", "(Instant/now)", {
    doc: "Returns the time now.",
    example: ["(inst? (Instant/now))", "true"],
    arities: { 0: (branch) => new Temporal("instant", Math.trunc(branch.now())) },
  }),
  row(["System/currentTimeMillis", "currentTimeMillis"], "(System/currentTimeMillis)", {
    doc: "Milliseconds since 1970.",
    example: ["(pos? (System/currentTimeMillis))", "true"],
    arities: { 0: (branch) => Math.trunc(branch.now()) },
  }),
];

const readingRows: readonly BuiltinRow[] = [
  row([".getTime", ".toEpochMilli", "inst-ms"], "(.getTime instant)", {
    doc: "An instant's milliseconds since 1970.",
    example: ['(.getTime (Instant/parse "1970-01-01T00:00:01Z"))', "1000"],
    arities: unary((value) => temporal(value, "instant", ".getTime").amount),
  }),
  row(".getEpochSecond", "(.getEpochSecond instant)", {
    doc: "An instant's whole seconds since 1970.",
    example: ['(.getEpochSecond (Instant/parse "1970-01-01T00:00:01.500Z"))', "1"],
    arities: unary((value) =>
      Math.floor(temporal(value, "instant", ".getEpochSecond").amount / 1000),
    ),
  }),
  row(".toEpochDay", "(.toEpochDay date)", {
    doc: "A date's days since 1970.",
    example: ['(.toEpochDay (LocalDate/parse "1970-01-10"))', "9"],
    arities: unary((value) => temporal(value, "local-date", ".toEpochDay").amount),
  }),
];

export const dateRows: readonly BuiltinRow[] = [
  ...makingRows,
  ...dateTimeRows,
  ...durationRows,
  ...periodRows,
  ...datePartRows,
  ...readingRows,
  ...conversionRows,
  ...dateArithmeticRows,
  ...adjusterRows,
  ...formatterRows,
  ...zoneRows,
  ...calendarNameRows,
  ...dateUnitRows,
  ...shortUnitRows,
].map(chargingTimes);
