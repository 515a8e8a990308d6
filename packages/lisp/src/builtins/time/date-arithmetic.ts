// Moves times and counts the units between them. A day has 24 hours, because zones here never
// change their offset. Counts are whole numbers, and a result beyond the calendar fails.

import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import { row, type BuiltinRow } from "../row.ts";
import { moved, ofDay, unitArgument, wholeUnits, type DateUnitName } from "./date-units.ts";
import { nameLater } from "./calendar-names.ts";
import { convertedTo } from "./local-parts.ts";
import { movedByPeriod, periodBetween, periodLater } from "./periods.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import {
  binary,
  datedKinds,
  dateOfInstant,
  inRange,
  kindHints,
  kindNames,
  temporal,
  timedKinds,
  wholeArgument,
} from "./temporal-arguments.ts";

type Direction = 1 | -1;
type Kinds = readonly [TemporalKind, ...TemporalKind[]];

/** Orders two instants or two dates: negative, 0 or positive. */
function order(operation: string, left: Value, right: Value): number {
  const [first, second] = pair(operation, left, right);
  return first.amount - second.amount;
}

function isTime(value: Value): value is Temporal {
  return value instanceof Temporal && value.kind !== "duration" && value.kind !== "period";
}

/** Returns two times of one kind. */
function pair(operation: string, left: Value, right: Value): readonly [Temporal, Temporal] {
  if (!isTime(left)) throw wrongType(operation, "an instant or date", left, kindHints.instant);
  if (!isTime(right)) throw wrongType(operation, "an instant or date", right, kindHints.instant);
  if (left.kind === right.kind) return [left, right];
  throw wrongArgument(
    operation,
    `cannot compare ${kindNames[left.kind]} with ${kindNames[right.kind]}`,
    `use one kind for both: ${dateOfInstant}`,
  );
}

/** True if the dates or date-times are equal. Like Java, rejects other times, which use `=`. */
function isEqualDate(left: Value, right: Value): boolean {
  for (const value of [left, right]) {
    if (!(value instanceof Temporal) || !datedKinds.some((kind) => kind === value.kind))
      throw wrongType(
        ".isEqual",
        kindNames["local-date"],
        value,
        value instanceof Temporal ? "use (= a b)" : kindHints["local-date"],
      );
  }
  return order(".isEqual", left, right) === 0;
}

function between(unit: Value, start: Value, end: Value, operation: string): number {
  const name = unitArgument(unit, operation);
  // Like java.time, convert the end to the kind of the start.
  const seen = isTime(start) && isTime(end) ? convertedTo(start.kind, end, operation) : undefined;
  return wholeUnits(...pair(operation, start, seen ?? end), name, operation);
}

/** `(.plus instant duration)`, `(.plus date period)`, `(.plus DayOfWeek/MONDAY 1)`. */
function movedByAmount(
  value: Value,
  amount: Value,
  direction: Direction,
  operation: string,
): Value {
  if (typeof value === "string")
    return nameLater(value, direction * wholeArgument(amount, operation), operation);
  return amount instanceof Temporal && amount.kind === "period"
    ? movedByPeriod(value, amount, direction, operation)
    : movedByDuration(value, amount, direction, operation);
}

function movedByDuration(
  value: Value,
  duration: Value,
  direction: Direction,
  operation: string,
): Temporal {
  if (value instanceof Temporal && value.kind === "period")
    return movedByPeriod(value, temporal(duration, "period", operation), direction, operation);
  if (value instanceof Temporal && value.kind === "local-date")
    throw wrongArgument(
      operation,
      "a date has no time for a duration to move",
      `use (${operation}Days date n)`,
    );
  const { kind, amount, offset, zone } = temporal(value, movedByDurations, operation);
  const sum = amount + direction * temporal(duration, "duration", operation).amount;
  if (kind === "local-time") return inRange(kind, ofDay(Math.floor(sum)), operation);
  return inRange(kind, kind === "duration" ? sum : Math.floor(sum), operation, offset, zone);
}

const movedByDurations: Kinds = ["instant", "duration", ...timedKinds];

/** `(.plus date 3 ChronoUnit/WEEKS)`. */
function movedByUnits(
  value: Value,
  count: Value,
  unit: Value,
  direction: Direction,
  operation: string,
): Temporal {
  return moved(
    temporal(value, ["instant", "duration", "year-month", "local-date", ...timedKinds], operation),
    direction * wholeArgument(count, operation),
    unitArgument(unit, operation),
    operation,
  );
}

function moving(
  operation: ".plus" | ".minus",
  direction: Direction,
  words: string,
  printed: string,
): BuiltinRow {
  return row(operation, [`(${operation} x amount)`, `(${operation} x n unit)`], {
    doc: `A time ${words} by a duration, a date by a period, or any by n units; also the name of a day or month.`,
    example: [
      `(str (${operation} (Instant/parse "2026-01-01T12:00:00Z") (Duration/ofHours 2)))`,
      printed,
    ],
    arities: {
      2: (_, value, amount) => movedByAmount(value, amount, direction, operation),
      3: (_, value, count, unit) => movedByUnits(value, count, unit, direction, operation),
    },
  });
}

/** The data shared by `.plusWeeks` and `.minusWeeks`. The docs name the first of `kinds`. */
interface UnitMove {
  readonly unit: DateUnitName;
  readonly kinds: Kinds;
  /** A program whose value the examples move. */
  readonly value: string;
}

function movingBy(
  { unit, kinds, value }: UnitMove,
  direction: Direction,
  word: string,
  printed: string,
): BuiltinRow {
  const prefix = direction === 1 ? ".plus" : ".minus";
  const operation = `${prefix}${unit}`;
  const hint =
    unit === "Days" ? `(${prefix} instant (Duration/ofDays n)) moves an instant` : undefined;
  const move = (moving: Value, count: Value): Temporal => {
    const value = temporal(moving, kinds, operation, hint);
    const amount = direction * wholeArgument(count, operation);
    return value.kind === "period"
      ? periodLater(value, unit, amount, operation)
      : moved(value, amount, unit, operation);
  };
  const isOfTime = kinds[0] === "instant";
  return row(operation, `(${operation} ${isOfTime ? "instant" : "date"} n)`, {
    doc: `The ${isOfTime ? "instant or duration" : "date"} n ${unit.toLowerCase()} ${word}.`,
    example: [`(str (${operation} ${value} 1))`, JSON.stringify(printed)],
    arities: binary(move),
  });
}

/**
 * Returns the rows of `.plusWeeks` and `.minusWeeks`; `later` and `earlier` are the results of
 * their examples.
 */
function plusAndMinus(move: UnitMove, later: string, earlier: string): readonly BuiltinRow[] {
  return [movingBy(move, 1, "later", later), movingBy(move, -1, "earlier", earlier)];
}

function ofDate(unit: DateUnitName, kinds: Kinds = datedKinds): UnitMove {
  return { unit, kinds, value: '(LocalDate/parse "2024-02-29")' };
}

function ofTime(unit: DateUnitName): UnitMove {
  return {
    unit,
    kinds: ["instant", "duration", ...timedKinds],
    value: '(Instant/parse "2026-01-01T00:00:00Z")',
  };
}

const monthKinds: Kinds = [...datedKinds, "year-month", "period"];

export const dateArithmeticRows: readonly BuiltinRow[] = [
  ...plusAndMinus(
    ofDate("Days", [...datedKinds, "duration", "period"]),
    "2024-03-01",
    "2024-02-28",
  ),
  ...plusAndMinus(ofDate("Weeks"), "2024-03-07", "2024-02-22"),
  ...plusAndMinus(ofDate("Months", monthKinds), "2024-03-29", "2024-01-29"),
  ...plusAndMinus(ofDate("Years", monthKinds), "2025-02-28", "2023-02-28"),
  ...plusAndMinus(ofTime("Hours"), "2026-01-01T01:00:00Z", "2025-12-31T23:00:00Z"),
  ...plusAndMinus(ofTime("Minutes"), "2026-01-01T00:01:00Z", "2025-12-31T23:59:00Z"),
  ...plusAndMinus(ofTime("Seconds"), "2026-01-01T00:00:01Z", "2025-12-31T23:59:59Z"),
  moving(".plus", 1, "later", '"2026-01-01T14:00:00Z"'),
  moving(".minus", -1, "earlier", '"2026-01-01T10:00:00Z"'),
  row(".between", "(.between unit start end)", {
    doc: "Counts whole units from start to end, converting end to start's kind.",
    example: [
      '(.between ChronoUnit/DAYS (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-03-01"))',
      "59",
    ],
    arities: { 3: (_, unit, start, end) => between(unit, start, end, ".between") },
  }),
  row(".until", ["(.until start end unit)", "(.until start end)"], {
    doc: "Counts whole units from start to end, or without a unit the period between dates.",
    example: [
      '(.until (LocalDate/parse "2026-01-31") (LocalDate/parse "2026-03-01") ChronoUnit/MONTHS)',
      "1",
    ],
    arities: {
      2: (_, start, end) => periodBetween(start, end, ".until"),
      3: (_, start, end, unit) => between(unit, start, end, ".until"),
    },
  }),
  row([".isBefore", ".before"], "(.isBefore a b)", {
    doc: "True if a is earlier than b, both of one kind.",
    example: ['(.isBefore (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))', "true"],
    arities: binary((left, right) => order(".isBefore", left, right) < 0),
  }),
  row([".isAfter", ".after"], "(.isAfter a b)", {
    doc: "True if a is later than b, both of one kind.",
    example: ['(.isAfter (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))', "false"],
    arities: binary((left, right) => order(".isAfter", left, right) > 0),
  }),
  row(".isEqual", "(.isEqual a b)", {
    doc: "True if two dates are the same.",
    example: ['(.isEqual (LocalDate/parse "2026-01-31") (LocalDate/of 2026 1 31))', "true"],
    arities: binary(isEqualDate),
  }),
];
