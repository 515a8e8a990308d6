// Makes dates, times of day and date-times from numbers, checked like in java.time.

import { Temporal, type Value } from "@ptc/core/values";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { epochDayOf, lengthOfMonth } from "./calendar.ts";
import { monthNames } from "./calendar-names.ts";
import { millisecondsPerDay } from "./local-parts.ts";
import { inRange, temporal, wholeArgument } from "./temporal-arguments.ts";
import { instantOfLocal } from "./named-zones.ts";
import { offsetArgument, zoneArgument } from "./zones.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";

/** Reads a month given as a number or as a name like the result of `.getMonth`. */
export function monthArgument(value: Value, operation: string): number {
  const named = typeof value === "string" ? monthNames.indexOf(value) + 1 : 0;
  const month = named === 0 ? wholeArgument(value, operation) : named;
  if (month >= 1 && month <= 12) return month;
  throw wrongArgument(
    operation,
    `months are 1 to 12, got ${String(month)}`,
    "for later months use (.plusMonths date n)",
  );
}

/** @throws EvaluationError unless the month has the day */
export function dayOfParts(year: number, month: number, day: number, operation: string): number {
  const length = lengthOfMonth(year, month);
  if (day < 1 || day > length)
    throw wrongArgument(
      operation,
      `the days of this month are 1 to ${String(length)}, got ${String(day)}`,
      "for the last day use (.lengthOfMonth date), to go beyond it (.plusDays date n)",
    );
  return epochDayOf({ year, month, day });
}

export function dateFromParts(
  [year = null, month = null, day = null]: readonly Value[],
  operation: string,
): Temporal {
  const days = dayOfParts(
    wholeArgument(year, operation),
    monthArgument(month, operation),
    wholeArgument(day, operation),
    operation,
  );
  return inRange("local-date", days, operation);
}

/** Returns a number from 0 up to `end`, exclusive. */
export function clockNumber(value: Value, end: number, unit: string, operation: string): number {
  const number = wholeArgument(value, operation);
  if (number >= 0 && number < end) return number;
  throw wrongArgument(
    operation,
    `${unit} are 0 to ${String(end - 1)}, got ${String(number)}`,
    `to go beyond them use (.plus${unit.replace(/^./, (first) => first.toUpperCase())} x n)`,
  );
}

/** Converts nanoseconds to milliseconds, the precision of times. */
export function millisecondsOfNanos(value: Value, operation: string): number {
  const nanos = wholeArgument(value, operation);
  if (nanos >= 0 && nanos < 1_000_000_000 && nanos % 1_000_000 === 0) return nanos / 1_000_000;
  throw wrongArgument(
    operation,
    `nanoseconds are whole milliseconds here, 0 to 999000000, got ${String(nanos)}`,
    "times have millisecond precision: omit the nanoseconds, or round them",
  );
}

/** Takes hour and minute, and optionally second and nanosecond. */
export function timeFromParts(
  [hour = null, minute = null, second = 0, nano = 0]: readonly Value[],
  operation: string,
): Temporal {
  const minutes =
    clockNumber(hour, 24, "hours", operation) * 60 + clockNumber(minute, 60, "minutes", operation);
  const milliseconds =
    clockNumber(second, 60, "seconds", operation) * 1000 + millisecondsOfNanos(nano, operation);
  return new Temporal("local-time", minutes * 60_000 + milliseconds);
}

/** Takes a date and a time, or five to seven numbers. */
export function dateTimeFromParts(parts: readonly Value[], operation: string): Temporal {
  const [first = null, second = null] = parts;
  const [date, time] =
    parts.length === 2
      ? [temporal(first, "local-date", operation), temporal(second, "local-time", operation)]
      : [dateFromParts(parts.slice(0, 3), operation), timeFromParts(parts.slice(3), operation)];
  return inRange("local-date-time", date.amount * millisecondsPerDay + time.amount, operation);
}

/** Takes the same with an offset or zone after it; a date-time may also have one. */
export function zonedFromParts(
  kind: "offset-date-time" | "zoned-date-time",
  parts: readonly Value[],
  operation: string,
): Temporal {
  const isZoned = kind === "zoned-date-time";
  const zone = (isZoned ? zoneArgument : offsetArgument)(parts.at(-1) ?? null, operation);
  const before = parts.slice(0, -1);
  const [only = null] = before;
  const { amount } =
    before.length === 1
      ? temporal(only, "local-date-time", operation)
      : dateTimeFromParts(before, operation);
  const instant = instantOfLocal(amount, zone, undefined, operation);
  return inRange(kind, instant, operation, zone.offset, zone.name);
}

/** @throws EvaluationError unless the number of arguments is one of these */
export function argumentCount(
  args: readonly Value[],
  counts: readonly number[],
  operation: string,
  form: string,
): void {
  if (counts.includes(args.length)) return;
  throw new EvaluationError(
    "arity_error",
    `${operation} takes ${counts.slice(0, -1).join(", ")} or ${String(counts.at(-1))} arguments, got ${String(args.length)}`,
    { op: operation, hint: `write ${form}` },
  );
}
