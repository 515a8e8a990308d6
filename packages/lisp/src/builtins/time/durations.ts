// Durations in milliseconds, which java.time prints in hours, minutes and seconds.

import { shortened } from "@ptc/core/internal/printing";
import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import { row, type BuiltinRow } from "../row.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { dateUnits, unitArgument, type ClockUnitName, type DateUnit } from "./date-units.ts";
import { convertedTo } from "./local-parts.ts";
import { isNegativePeriod, multipliedPeriod } from "./periods.ts";
import { withNanos } from "./short-units.ts";
import {
  binary,
  inRange,
  kindHints,
  temporal,
  unary,
  wholeArgument,
} from "./temporal-arguments.ts";

type Kinds = readonly [TemporalKind, ...TemporalKind[]];

function between(start: Value, end: Value): Temporal {
  const operation = "Duration/between";
  const hint = "for dates use days: (.between ChronoUnit/DAYS a b)";
  for (const value of [start, end]) {
    const isTimed = value instanceof Temporal && /instant|time$/.test(value.kind);
    if (!isTimed)
      throw wrongType(
        operation,
        "an instant",
        value,
        value instanceof Temporal ? hint : kindHints.instant,
      );
  }
  const from = temporal(start, timeKinds, operation);
  const to = convertedTo(from.kind, temporal(end, timeKinds, operation), operation);
  if (to === undefined)
    throw wrongArgument(
      operation,
      "the end lacks parts that the start has",
      "use one kind for both: get a date-time from an instant with (.atZone x ZoneOffset/UTC)",
    );
  return inRange("duration", to.amount - from.amount, operation);
}

const timeKinds: Kinds = [
  "instant",
  "local-time",
  "local-date-time",
  "offset-date-time",
  "zoned-date-time",
];

const durationText =
  /^([+-]?)P(?:([+-]?\d{1,12})D)?(T(?:([+-]?\d{1,12})H)?(?:([+-]?\d{1,12})M)?(?:([+-]?\d{1,12})(?:\.(\d{0,9}))?S)?)?$/i;

function parse(value: Value): Temporal {
  const operation = "Duration/parse";
  const text = stringArgument(value, operation);
  const [all, sign, days, time, hours, minutes, seconds, fraction = ""] =
    (text.length > 80 ? null : durationText.exec(text)) ?? [];
  const isEmpty = time === undefined ? days === undefined : time.length === 1;
  if (all === undefined || isEmpty)
    throw wrongArgument(
      operation,
      `cannot read ${JSON.stringify(shortened(text, 60))}`,
      'write durations as "PT1H30M", periods of days and months as "P1M2D" for (Period/parse s)',
    );
  const number = (digits: string | undefined): number => Number(digits ?? 0);
  const ofSecond = number(`0.${fraction || "0"}`) * (seconds?.startsWith("-") === true ? -1 : 1);
  const total = ((number(days) * 24 + number(hours)) * 60 + number(minutes)) * 60 + number(seconds);
  const milliseconds = total * 1000 + Number((ofSecond * 1000).toFixed(6));
  return inRange("duration", sign === "-" ? -milliseconds : milliseconds, operation);
}

/**
 * Returns the whole units in a duration. Like Java, first rounds down to whole seconds, then
 * truncates those.
 */
function wholeIn(amount: number, unit: number): number {
  return unit < 1000
    ? Math.floor(amount) + 0
    : Math.trunc(Math.floor(amount / 1000) / (unit / 1000)) + 0;
}

const long =
  '(Duration/between (Instant/parse "2026-01-01T00:00:00Z") (Instant/parse "2026-01-03T12:00:00Z"))';

function inUnits(name: string, unit: number, words: string, printed: string): BuiltinRow {
  return row(name, `(${name} duration)`, {
    doc: `The ${words} in a duration.`,
    example: [`(${name} ${long})`, printed],
    arities: unary((value) => wholeIn(temporal(value, "duration", name).amount, unit)),
  });
}

/**
 * Returns the row of a duration's units beyond the next larger unit: 90 minutes have 30 minutes
 * beyond the hour.
 */
function partIn(
  name: string,
  unit: number,
  count: number,
  words: string,
  printed: string,
): BuiltinRow {
  const read = (amount: number): number => {
    if (unit === 1) return ((Math.floor(amount) % 1000) + 1000) % 1000;
    return (wholeIn(amount, unit) % count) + 0;
  };
  return row(name, `(${name} duration)`, {
    doc: `The ${words}.`,
    example: [`(${name} (Duration/ofMinutes 1590))`, printed],
    arities: unary((value) => read(temporal(value, "duration", name).amount)),
  });
}

/** Returns the row of a duration of whole units. */
function durationOf(name: ClockUnitName, words: string, printed: string): BuiltinRow {
  const operation = `Duration/of${name}`;
  const compute = (count: Value): Temporal =>
    inRange("duration", wholeArgument(count, operation) * dateUnits[name].milliseconds, operation);
  return row(operation, `(${operation} n)`, {
    doc: `The duration of n ${words}.`,
    example: [`(str (${operation} 90))`, JSON.stringify(printed)],
    arities: unary(compute),
  });
}

function ofUnits(count: Value, unit: Value): Temporal {
  const operation = "Duration/of";
  const { milliseconds }: DateUnit = dateUnits[unitArgument(unit, operation)];
  if (milliseconds === undefined)
    throw wrongArgument(
      operation,
      "weeks, months and years have no fixed length",
      "use (Period/ofMonths n) or similar, or ChronoUnit/DAYS",
    );
  return inRange("duration", wholeArgument(count, operation) * milliseconds, operation);
}

/** Truncates to nanoseconds like Java, toward zero. */
function nanoseconds(milliseconds: number): number {
  return Math.trunc(milliseconds * 1e6) / 1e6 + 0;
}

function divided(value: Value, divisor: Value): Temporal | number {
  const operation = ".dividedBy";
  const { amount } = temporal(value, "duration", operation);
  const isDuration = divisor instanceof Temporal;
  const by = isDuration
    ? temporal(divisor, "duration", operation).amount
    : wholeArgument(divisor, operation);
  if (by === 0) throw wrongArgument(operation, "a duration cannot be divided by zero");
  return isDuration
    ? Math.trunc(amount / by) + 0
    : inRange("duration", nanoseconds(amount / by), operation);
}

const lengths: Kinds = ["duration", "period"];

function multiplied(value: Value, factor: number, operation: string): Temporal {
  const length = temporal(value, lengths, operation);
  return length.kind === "period"
    ? multipliedPeriod(length, factor, operation)
    : inRange("duration", length.amount * factor, operation);
}

function ofSeconds(count: Value, nanos: Value): Temporal {
  const operation = "Duration/ofSeconds";
  const milliseconds = wholeArgument(count, operation) * 1000;
  return inRange("duration", withNanos(milliseconds, wholeArgument(nanos, operation)), operation);
}

const zero = new Temporal("duration", 0);

export const durationRows: readonly BuiltinRow[] = [
  row("Duration/between", "(Duration/between start end)", {
    doc: "Measures time between instants, date-times or times of day.",
    example: ["(str (Duration/between (java.util.Date. 0) (java.util.Date. 90000)))", '"PT1M30S"'],
    arities: binary(between),
  }),
  durationOf("Days", "days of 24 hours", "PT2160H"),
  durationOf("Hours", "hours", "PT90H"),
  durationOf("Minutes", "minutes", "PT1H30M"),
  row("Duration/ofSeconds", ["(Duration/ofSeconds n)", "(Duration/ofSeconds n nanos)"], {
    doc: "Makes a duration of n seconds and optional nanoseconds.",
    example: ["(Duration/ofSeconds 90)", "PT1M30S"],
    arities: {
      1: (_, count) => ofSeconds(count, 0),
      2: (_, count, nanos) => ofSeconds(count, nanos),
    },
  }),
  durationOf("Millis", "milliseconds", "PT0.09S"),
  row("Duration/of", "(Duration/of n unit)", {
    doc: "Makes a duration of n units of days or less.",
    example: ["(Duration/of 90 ChronoUnit/MINUTES)", "PT1H30M"],
    arities: binary(ofUnits),
  }),
  row("Duration/parse", "(Duration/parse s)", {
    doc: "Reads a duration in ISO form: PT1H30M or P1DT2H.",
    example: ['(Duration/parse "P1DT2H")', "PT26H"],
    arities: unary(parse),
  }),
  row("Duration/ZERO", "Duration/ZERO", {
    doc: "A zero-length duration.",
    example: ["Duration/ZERO", "PT0S"],
    constant: zero,
    arities: { 0: () => zero },
  }),
  inUnits(".toMillis", 1, "milliseconds", "216000000"),
  inUnits(".toSeconds", 1000, "whole seconds", "216000"),
  inUnits(".getSeconds", 1000, "whole seconds", "216000"),
  inUnits(".toMinutes", 60_000, "whole minutes", "3600"),
  inUnits(".toHours", 3_600_000, "whole hours", "60"),
  inUnits(".toDays", 86_400_000, "whole days", "2"),
  partIn(".toDaysPart", 86_400_000, Infinity, "whole days of a duration", "1"),
  partIn(".toHoursPart", 3_600_000, 24, "hours of a duration beyond its days", "2"),
  partIn(".toMinutesPart", 60_000, 60, "minutes of a duration beyond its hours", "30"),
  partIn(".toSecondsPart", 1000, 60, "seconds of a duration beyond its minutes", "0"),
  partIn(".toMillisPart", 1, 1000, "milliseconds of a duration beyond its seconds", "0"),
  row(".multipliedBy", "(.multipliedBy x n)", {
    doc: "Multiplies x by a number.",
    example: ["(.multipliedBy (Duration/ofMinutes 45) 2)", "PT1H30M"],
    arities: binary((value, count) =>
      multiplied(value, wholeArgument(count, ".multipliedBy"), ".multipliedBy"),
    ),
  }),
  row(".dividedBy", "(.dividedBy duration n)", {
    doc: "Divides a duration by a number, or counts how often another fits in it.",
    example: ["(.dividedBy (Duration/ofMinutes 90) 2)", "PT45M"],
    arities: binary(divided),
  }),
  row(".negated", "(.negated x)", {
    doc: "Negates a duration or period.",
    example: ["(.negated (Duration/ofMinutes 90))", "PT-1H-30M"],
    arities: unary((value) => multiplied(value, -1, ".negated")),
  }),
  row(".abs", "(.abs duration)", {
    doc: "Returns a duration without its sign.",
    example: ["(.abs (Duration/ofMinutes -90))", "PT1H30M"],
    arities: unary((value) => {
      const { amount } = temporal(value, "duration", ".abs");
      return new Temporal("duration", Math.abs(amount));
    }),
  }),
  row(".isNegative", "(.isNegative x)", {
    doc: "True if a duration, or a part of a period, is negative.",
    example: ["(.isNegative (Duration/ofMinutes -1))", "true"],
    arities: unary((value) => {
      const length = temporal(value, lengths, ".isNegative");
      return length.kind === "period" ? isNegativePeriod(length) : length.amount < 0;
    }),
  }),
  row(".isZero", "(.isZero x)", {
    doc: "True if a duration or period has no length.",
    example: ["(.isZero Period/ZERO)", "true"],
    arities: unary((value) => {
      const { kind, amount, offset, zone } = temporal(value, lengths, ".isZero");
      return amount === 0 && (kind === "duration" || (offset === 0 && zone === "0"));
    }),
  }),
];
