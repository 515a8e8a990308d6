// Shared by the rows of dates and times: reads their arguments, builds error texts, and implements
// rows of one and two arguments.

import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import { isNamedZone, offsetAt } from "./named-zones.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";

export const kindNames: Readonly<Record<TemporalKind, string>> = {
  instant: "an instant",
  "local-date": "a date",
  duration: "a duration",
  "local-date-time": "a date-time",
  "local-time": "a time of day",
  "year-month": "a month of a year",
  "offset-date-time": "a date-time with an offset",
  "zoned-date-time": "a date-time in a zone",
  period: "a period",
};
export const kindHints: Readonly<Record<TemporalKind, string>> = {
  instant: "make one with (Instant/parse s) or (java.util.Date. s)",
  "local-date": "make one with (LocalDate/parse s)",
  duration: "make one with (Duration/ofHours n) or (Duration/between start end)",
  "local-date-time":
    'make one with (LocalDateTime/parse "2026-01-31T12:00") or (.atTime date 12 0)',
  "local-time": "make one with (LocalTime/of 12 30) or (.toLocalTime x)",
  "year-month": "make one with (YearMonth/of 2026 1) or (YearMonth/from date)",
  "offset-date-time": "make one with (.atOffset instant ZoneOffset/UTC)",
  "zoned-date-time": "make one with (.atZone instant ZoneOffset/UTC)",
  period: "make one with (Period/between a b), of dates, or (Period/ofDays n)",
};

/** The expression for the date of an instant, in UTC. */
export const dateOfInstant = "(.toLocalDate (.atZone instant ZoneOffset/UTC))";

/**
 * @param dateHint the hint for an instant where a date is expected
 * @throws EvaluationError `type_error` unless `value` is of one of the kinds; the message names
 * the first
 */
export function temporal(
  value: Value,
  kinds: TemporalKind | readonly [TemporalKind, ...TemporalKind[]],
  operation: string,
  dateHint = `get its date: ${dateOfInstant}`,
): Temporal {
  const [expected, ...others] = typeof kinds === "string" ? [kinds] : kinds;
  if (value instanceof Temporal && (value.kind === expected || others.includes(value.kind)))
    return value;
  const given = value instanceof Temporal ? value.kind : undefined;
  throw wrongType(
    operation,
    kindNames[expected],
    value,
    expected === "local-date" && given === "instant"
      ? dateHint
      : (conversionHint(given, expected) ?? kindHints[expected]),
  );
}

/** Returns how to convert a time of another kind to the expected one. */
function conversionHint(
  given: TemporalKind | undefined,
  expected: TemporalKind,
): string | undefined {
  const isTimed = timedKinds.some((kind) => kind === expected);
  if (given === "instant" && isTimed)
    return "convert the instant to UTC first: (.atZone instant ZoneOffset/UTC)";
  if (given === "local-date" && isTimed)
    return "a date has no time: use (.atStartOfDay date) or (.atTime date hour minute)";
  if (given === "local-date-time" && expected === "instant")
    return "a date-time without offset is not an instant: (.toInstant x ZoneOffset/UTC)";
  if (given === "duration" && expected === "period")
    return "the days of a duration are (.toDays d), its hours (.toHours d)";
  if (given !== undefined && expected === "duration")
    return "make one with (Duration/between start end) or (Duration/ofHours n)";
  return undefined;
}

/** The kinds with a date, and those that also have a time. */
export const datedKinds = [
  "local-date",
  "local-date-time",
  "offset-date-time",
  "zoned-date-time",
] as const;
export const timedKinds = [
  "local-time",
  "local-date-time",
  "offset-date-time",
  "zoned-date-time",
] as const;

/**
 * Returns the value of a kind. In a zone of a place, the offset is that at the instant, whatever
 * `offset` is. Durations are limited to milliseconds that a number represents
 * exactly.
 */
export function inRange(
  kind: TemporalKind,
  amount: number,
  operation: string,
  offset = 0,
  zone = "",
): Temporal {
  if (kind === "duration" && !(Math.abs(amount) <= Number.MAX_SAFE_INTEGER))
    throw wrongArgument(operation, "the result is too long for a duration");
  if (!Temporal.isAmount(kind, amount, offset))
    throw wrongArgument(operation, "the result is outside the calendar");
  if (kind !== "zoned-date-time" || !isNamedZone(zone))
    return new Temporal(kind, amount, offset, zone);
  const actual = offsetAt(zone, amount, operation);
  if (!Temporal.isAmount(kind, amount, actual))
    throw wrongArgument(operation, "the result is outside the calendar");
  return new Temporal(kind, amount, actual, zone);
}

/** @throws EvaluationError `type_error` unless `value` is a whole number */
export function wholeArgument(value: Value, operation: string): number {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number" && Number.isInteger(value)) return value + 0;
  throw wrongType(
    operation,
    "a whole number",
    value,
    typeof value === "number" && Number.isFinite(value)
      ? "drop the fraction with (long x), or use a smaller unit"
      : undefined,
  );
}

export function unary(compute: (value: Value) => Value): Arities {
  return { 1: (_, value) => compute(value) };
}

export function binary(compute: (left: Value, right: Value) => Value): Arities {
  return { 2: (_, left, right) => compute(left, right) };
}

/**
 * Returns the row of a named text, like a Java constant. Like on the JVM, `(DayOfWeek/MONDAY)`
 * reads it too.
 */
export function textConstant(name: string, text: string, doc: string): BuiltinRow {
  return row(name, name, {
    doc,
    example: [name, JSON.stringify(text)],
    constant: text,
    arities: { 0: () => text },
  });
}
