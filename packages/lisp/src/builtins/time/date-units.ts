// The units in which dates, instants and durations move and are counted: Java's ChronoUnit, as the
// texts its members print as. Dates know days and longer units; instants and durations days (of 24
// hours) and shorter ones.

import type { Temporal, TemporalKind, Value } from "@ptc/core/values";
import type { BuiltinRow } from "../row.ts";
import { monthsLater, wholeMonths } from "./calendar.ts";
import { wrongType } from "../../evaluation/expectations.ts";
import { wrongArgument } from "../text/string-arguments.ts";
import { dateOfInstant, inRange, textConstant } from "./temporal-arguments.ts";

/** How long a unit is, in each measure that it is a whole number of. */
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

/** The value `count` units later; of the kind it was. */
export function moved(
  value: Temporal,
  count: number,
  name: DateUnitName,
  operation: string,
): Temporal {
  const { months, days, milliseconds }: DateUnit = dateUnits[name];
  if (value.kind !== "local-date" && milliseconds !== undefined)
    return inRange(value.kind, value.amount + count * milliseconds, operation);
  if (value.kind === "local-date" && months !== undefined)
    return inRange(value.kind, monthsLater(value.amount, count * months), operation);
  if (value.kind === "local-date" && days !== undefined)
    return inRange(value.kind, value.amount + count * days, operation);
  throw noSuchUnit(value.kind, name, operation);
}

/** How many whole units lie between two values of one kind, toward zero. */
export function wholeUnits(
  start: Temporal,
  end: Temporal,
  name: DateUnitName,
  operation: string,
): number {
  const { months, days, milliseconds }: DateUnit = dateUnits[name];
  if (start.kind !== "local-date" && milliseconds !== undefined)
    return quotient(end.amount - start.amount, milliseconds);
  if (start.kind === "local-date" && months !== undefined)
    return quotient(wholeMonths(start.amount, end.amount), months);
  if (start.kind === "local-date" && days !== undefined)
    return quotient(end.amount - start.amount, days);
  throw noSuchUnit(start.kind, name, operation);
}

/** Toward zero, and never -0. */
function quotient(amount: number, unit: number): number {
  return Math.trunc(amount / unit) + 0;
}

const kindUnits: Readonly<Record<TemporalKind, string>> = {
  "local-date":
    "dates count in DAYS, WEEKS, MONTHS and YEARS; for shorter units take instants: (Instant/parse s)",
  instant: `instants count in DAYS and shorter units; for longer ones take dates: ${dateOfInstant}`,
  duration: "durations count in DAYS and shorter units",
};

function noSuchUnit(
  kind: TemporalKind,
  name: DateUnitName,
  operation: string,
): ReturnType<typeof wrongArgument> {
  const unit = name.toUpperCase();
  return wrongArgument(
    operation,
    `ChronoUnit/${unit} is no unit of ${kind === "local-date" ? "dates" : `${kind}s`}`,
    kindUnits[kind],
  );
}

export const dateUnitRows: readonly BuiltinRow[] = [...unitNames.values()].map((name) =>
  textConstant(
    `ChronoUnit/${name.toUpperCase()}`,
    name,
    `A unit for .between, .until, .plus and .minus: ${name === "Millis" ? "milliseconds" : name.toLowerCase()}.`,
  ),
);
