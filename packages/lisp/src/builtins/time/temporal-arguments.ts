// What the rows of dates and times share: reading their arguments, the words when one is wrong, and
// implementations of one and two arguments.

import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { wrongType } from "../../evaluation/expectations.ts";
import { wrongArgument } from "../text/string-arguments.ts";

export const kindNames: Readonly<Record<TemporalKind, string>> = {
  instant: "an instant",
  "local-date": "a date",
  duration: "a duration",
};
export const kindHints: Readonly<Record<TemporalKind, string>> = {
  instant: "make one with (Instant/parse s) or (java.util.Date. s)",
  "local-date": "make one with (LocalDate/parse s)",
  duration: "make one with (Duration/ofHours n) or (Duration/between start end)",
};

/** How the date of an instant is taken, in UTC. */
export const dateOfInstant = "(LocalDate/parse (subs (str instant) 0 10))";

/**
 * @param dateHint what to do where a date is expected and an instant given
 * @throws EvaluationError `type_error` unless `value` is of one of the kinds; the message names the
 * first
 */
export function temporal(
  value: Value,
  kinds: TemporalKind | readonly [TemporalKind, ...TemporalKind[]],
  operation: string,
  dateHint = `take the date of it: ${dateOfInstant}`,
): Temporal {
  const [expected, ...others] = typeof kinds === "string" ? [kinds] : kinds;
  if (value instanceof Temporal && (value.kind === expected || others.includes(value.kind)))
    return value;
  const isInstant = value instanceof Temporal && value.kind === "instant";
  throw wrongType(
    operation,
    kindNames[expected],
    value,
    expected === "local-date" && isInstant ? dateHint : kindHints[expected],
  );
}

/** The value of a kind; durations are kept to what a number counts exactly in milliseconds. */
export function inRange(kind: TemporalKind, amount: number, operation: string): Temporal {
  if (kind === "duration" && !(Math.abs(amount) <= Number.MAX_SAFE_INTEGER))
    throw wrongArgument(operation, "the result is too long for a duration");
  if (!Temporal.isAmount(kind, amount))
    throw wrongArgument(operation, "the result is beyond the calendar");
  return new Temporal(kind, amount);
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
      ? "cut the fraction off with (long x), or use a smaller unit"
      : undefined,
  );
}

export function unary(compute: (value: Value) => Value): Arities {
  return { 1: (_, value) => compute(value) };
}

export function binary(compute: (left: Value, right: Value) => Value): Arities {
  return { 2: (_, left, right) => compute(left, right) };
}

/** A name for a text, as Java has constants; `(DayOfWeek/MONDAY)` reads it too, as on the JVM. */
export function textConstant(name: string, text: string, doc: string): BuiltinRow {
  return row(name, name, {
    doc,
    example: [name, JSON.stringify(text)],
    constant: text,
    arities: { 0: () => text },
  });
}
