// The units for moving and counting times: Java's ChronoUnit, as the texts its members print as.
// Dates support days and longer units; instants, durations and times of day shorter ones;
// date-times both.

import type { Temporal, TemporalKind, Value } from "@ptc/core/values";
import type { BuiltinRow } from "../row.ts";
import { monthsLater, wholeMonths } from "./calendar.ts";
import { localDay, localTimeOfDay, millisecondsPerDay, withLocal } from "./local-parts.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { isNamedZone, offsetAt } from "./named-zones.ts";
import { dateOfInstant, inRange, kindNames, textConstant } from "./temporal-arguments.ts";

/** The length of a unit in each measure of which it is a whole number. */
export interface DateUnit {
  readonly months?: number;
  readonly days?: number;
  readonly milliseconds?: number;
}

export const dateUnits = {
  Years: { months: 12 },
  Months: { months: 1 },
  Weeks: { days: 7 },
  Days: { days: 1, milliseconds: 86_400_000 },
  Hours: { milliseconds: 3_600_000 },
  Minutes: { milliseconds: 60_000 },
  Seconds: { milliseconds: 1000 },
  Millis: { milliseconds: 1 },
} as const satisfies Readonly<Record<string, DateUnit>>;

export type DateUnitName = keyof typeof dateUnits;

/** The units of instants and durations. */
export type ClockUnitName = "Days" | "Hours" | "Minutes" | "Seconds" | "Millis";

const unitNames: ReadonlyMap<Value, DateUnitName> = new Map(
  Object.keys(dateUnits).map((name) => [name, name as DateUnitName]),
);

/** @throws EvaluationError `type_error` unless `value` is a unit */
export function unitArgument(value: Value, operation: string): DateUnitName {
  const name = unitNames.get(value);
  if (name !== undefined) return name;
  throw wrongType(
    operation,
    "a unit such as ChronoUnit/DAYS",
    value,
    `the units are ${[...unitNames.values()].map((unit) => `ChronoUnit/${unit.toUpperCase()}`).join(", ")}`,
  );
}

/** Returns the measures of a unit in which a kind moves and counts. */
function measures(
  kind: TemporalKind,
  name: DateUnitName,
): { months?: number; days?: number; milliseconds?: number } {
  const { months, days, milliseconds }: DateUnit = dateUnits[name];
  switch (kind) {
    case "local-date":
      return months === undefined ? (days === undefined ? {} : { days }) : { months };
    case "year-month":
      return months === undefined ? {} : { months };
    case "period":
      return {};
    case "local-time":
      return milliseconds === undefined || days !== undefined ? {} : { milliseconds };
    case "instant":
    case "duration":
      return milliseconds === undefined ? {} : { milliseconds };
    default:
      return dateUnits[name];
  }
}

/** Returns the value `count` units later, of the same kind. */
export function moved(
  value: Temporal,
  count: number,
  name: DateUnitName,
  operation: string,
): Temporal {
  const { kind, amount, offset, zone } = value;
  const { months, days, milliseconds } = measures(kind, name);
  if (kind === "local-time" && milliseconds !== undefined)
    // Reduce the count first, so that the product is exact.
    return inRange(kind, ofDay(amount + (count % millisecondsPerDay) * milliseconds), operation);
  if (kind === "year-month" && months !== undefined)
    return inRange(kind, amount + count * months, operation);
  if (months !== undefined) {
    const day = monthsLater(localDay(value), count * months);
    return withLocal(value, day, localTimeOfDay(value), operation);
  }
  if (days !== undefined)
    return withLocal(value, localDay(value) + count * days, localTimeOfDay(value), operation);
  if (milliseconds !== undefined)
    return inRange(kind, amount + count * milliseconds, operation, offset, zone);
  throw noSuchUnit(kind, name, operation);
}

/** Returns the milliseconds of the day, which wrap at midnight. */
export function ofDay(milliseconds: number): number {
  const time = milliseconds % millisecondsPerDay;
  return time < 0 ? time + millisecondsPerDay : time;
}

/** Returns the number of whole units between two values of one kind, toward zero. */
export function wholeUnits(
  start: Temporal,
  end: Temporal,
  name: DateUnitName,
  operation: string,
): number {
  const { months, days, milliseconds } = measures(start.kind, name);
  if (start.kind === "year-month" && months !== undefined)
    return quotient(end.amount - start.amount, months);
  if (months !== undefined)
    return quotient(wholeMonths(localDay(start), reachedDay(start, end)), months);
  if (days !== undefined) return quotient(reachedDay(start, end) - localDay(start), days);
  if (milliseconds !== undefined) return quotient(end.amount - start.amount, milliseconds);
  throw noSuchUnit(start.kind, name, operation);
}

/**
 * Returns the day of the end, or the day before if the end doesn't reach the time of the start.
 * Like java.time, uses the zone of the start for both.
 */
function reachedDay(start: Temporal, end: Temporal): number {
  if (start.kind === "local-date") return end.amount;
  const offset = isNamedZone(start.zone) ? offsetAt(start.zone, end.amount, "until") : start.offset;
  const day = Math.floor((end.amount + offset) / millisecondsPerDay);
  const time = end.amount + offset - day * millisecondsPerDay;
  const [from, since] = [localDay(start), localTimeOfDay(start)];
  if (day > from && time < since) return day - 1;
  return day < from && time > since ? day + 1 : day;
}

/** Divides toward zero, and never returns -0. */
function quotient(amount: number, unit: number): number {
  return Math.trunc(amount / unit) + 0;
}

const kindUnits: Readonly<Partial<Record<TemporalKind, string>>> = {
  "local-date":
    "dates count in DAYS, WEEKS, MONTHS and YEARS; for shorter units use date-times: (.atStartOfDay date)",
  instant: `instants count in DAYS and shorter units; for longer ones use dates: ${dateOfInstant}`,
  duration: "durations count in DAYS and shorter units",
  "local-time": "times of day count in HOURS and shorter units",
  "year-month": "they count in MONTHS and YEARS; for days use a date: (.atDay x 1)",
  period: "use (.plusDays p n), (.plusMonths p n) or (.plusYears p n)",
};

function noSuchUnit(
  kind: TemporalKind,
  name: DateUnitName,
  operation: string,
): ReturnType<typeof wrongArgument> {
  return wrongArgument(
    operation,
    `ChronoUnit/${name.toUpperCase()} is not a unit of ${kindNames[kind].replace(/^an? (\S+)/, "$1s")}`,
    kindUnits[kind],
  );
}

const truncationUnits: readonly DateUnitName[] = ["Days", "Hours", "Minutes", "Seconds", "Millis"];

/** `.truncatedTo`: removes everything shorter than the unit; toward zero for a duration. */
export function truncated(value: Temporal, unit: Value, operation: string): Temporal {
  const name = unitArgument(unit, operation);
  const { milliseconds }: DateUnit = dateUnits[name];
  if (milliseconds === undefined || !truncationUnits.includes(name))
    throw wrongArgument(
      operation,
      `ChronoUnit/${name.toUpperCase()} is too long to truncate a time to`,
      "for the first day of a month use (.withDayOfMonth x 1), of a year (.withDayOfYear x 1)",
    );
  if (value.kind === "duration")
    return inRange(
      value.kind,
      Math.trunc(value.amount / milliseconds) * milliseconds + 0,
      operation,
    );
  const time = localTimeOfDay(value);
  const cut = time - (time % milliseconds);
  return value.kind === "local-time"
    ? inRange(value.kind, cut, operation)
    : withLocal(value, localDay(value), cut, operation);
}

export const dateUnitRows: readonly BuiltinRow[] = [...unitNames.values()].map((name) =>
  textConstant(
    `ChronoUnit/${name.toUpperCase()}`,
    name,
    `A unit for .between, .until, .plus and .minus: ${name === "Millis" ? "milliseconds" : name.toLowerCase()}.`,
  ),
);
