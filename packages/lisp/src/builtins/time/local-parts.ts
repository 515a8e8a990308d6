// Shared by the kinds with a local date or time: the day and time of day of a wall clock, in the
// value's offset. Instants use UTC.

import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { calendarDate } from "./calendar.ts";
import { instantOfLocal } from "./named-zones.ts";
import { inRange, kindHints, kindNames } from "./temporal-arguments.ts";

export const millisecondsPerDay = 86_400_000;

/** Returns the days since 1970 of the local date. */
export function localDay({ kind, amount, offset }: Temporal): number {
  return kind === "local-date" ? amount : Math.floor((amount + offset) / millisecondsPerDay);
}

/** Returns the milliseconds of the day; 0 for a date. */
export function localTimeOfDay(value: Temporal): number {
  if (value.kind === "local-date") return 0;
  return value.amount + value.offset - localDay(value) * millisecondsPerDay;
}

/** Returns a value of the same kind, offset and zone with another local day and time. */
export function withLocal(
  { kind, offset, zone }: Temporal,
  day: number,
  time: number,
  operation: string,
): Temporal {
  if (kind === "local-date") return inRange(kind, day, operation);
  const local = day * millisecondsPerDay + time;
  const amount = instantOfLocal(local, { offset, name: zone }, offset, operation);
  return inRange(kind, amount, operation, offset, zone);
}

/** Returns the months since 1970 of a date, the unit of `year-month`. */
export function monthOfDay(day: number): number {
  const { year, month } = calendarDate(day);
  return (year - 1970) * 12 + month - 1;
}

/** Returns the first day of such a month. */
export function firstDayOfMonth(month: number): number {
  return new Date(0).setUTCMonth(month) / millisecondsPerDay;
}

/** The parts of a kind, which decide which other kinds convert to it. */
const parts: Readonly<Record<TemporalKind, string>> = {
  instant: "instant",
  "local-date": "date",
  "local-time": "time",
  "local-date-time": "date time",
  "offset-date-time": "date time instant offset",
  "zoned-date-time": "date time instant offset zone",
  "year-month": "",
  duration: "duration",
  period: "period",
};

function has(value: Temporal, wanted: string): boolean {
  return wanted.split(" ").every((part) => parts[value.kind].split(" ").includes(part));
}

/**
 * Converts like `from` of a java.time class: the date of a date-time, the instant of a zoned one.
 * Returns `undefined` if the value lacks a part.
 */
export function convertedTo(
  kind: TemporalKind,
  value: Temporal,
  operation: string,
): Temporal | undefined {
  if (value.kind === kind) return value;
  switch (kind) {
    case "local-date":
      return has(value, "date") ? inRange(kind, localDay(value), operation) : undefined;
    case "local-time":
      return has(value, "time") ? inRange(kind, localTimeOfDay(value), operation) : undefined;
    case "local-date-time":
      return has(value, "date time")
        ? inRange(kind, value.amount + value.offset, operation)
        : undefined;
    case "year-month":
      return has(value, "date") ? inRange(kind, monthOfDay(localDay(value)), operation) : undefined;
    case "instant":
      return has(value, "instant") ? inRange(kind, value.amount, operation) : undefined;
    case "offset-date-time":
    case "zoned-date-time":
      return has(value, "instant offset")
        ? inRange(kind, value.amount, operation, value.offset)
        : undefined;
    default:
      return undefined;
  }
}

/** `LocalDate/from` and similar functions. */
export function fromTemporal(kind: TemporalKind, value: Value, operation: string): Temporal {
  if (!(value instanceof Temporal))
    throw wrongType(operation, kindNames[kind], value, kindHints[kind]);
  const result = convertedTo(kind, value, operation);
  if (result !== undefined) return result;
  throw wrongArgument(
    operation,
    `${kindNames[value.kind]} lacks parts of ${kindNames[kind]}`,
    value.kind === "instant"
      ? "add a zone first: (.atZone instant ZoneOffset/UTC)"
      : kindHints[kind],
  );
}
