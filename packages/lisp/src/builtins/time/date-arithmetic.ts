// Moving dates, instants and durations, and counting what lies between them. UTC throughout: a day
// has 24 hours. Counts are whole numbers, and a result beyond the calendar fails.

import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import { row, type BuiltinRow } from "../row.ts";
import { moved, unitArgument, wholeUnits, type DateUnitName } from "./date-units.ts";
import { wrongType } from "../../evaluation/expectations.ts";
import { wrongArgument } from "../text/string-arguments.ts";
import {
  binary,
  dateOfInstant,
  inRange,
  kindHints,
  kindNames,
  temporal,
  wholeArgument,
} from "./temporal-arguments.ts";

type Direction = 1 | -1;
type Kinds = readonly [TemporalKind, ...TemporalKind[]];

/** Orders two instants or two dates: negative, 0 or positive. */
function order(operation: string, left: Value, right: Value): number {
  const [first, second] = pair(operation, left, right);
  return first.amount - second.amount;
}

/** Two instants or two dates. */
function pair(operation: string, left: Value, right: Value): readonly [Temporal, Temporal] {
  if (!(left instanceof Temporal) || left.kind === "duration")
    throw wrongType(operation, "an instant or date", left, kindHints.instant);
  if (!(right instanceof Temporal) || right.kind === "duration")
    throw wrongType(operation, "an instant or date", right, kindHints.instant);
  if (left.kind === right.kind) return [left, right];
  throw wrongArgument(
    operation,
    `cannot compare ${kindNames[left.kind]} with ${kindNames[right.kind]}`,
    `bring both to one kind: ${dateOfInstant}`,
  );
}

/** Dates only, as in Java, whose instants have `=` for it. */
function isEqualDate(left: Value, right: Value): boolean {
  for (const value of [left, right]) {
    if (!(value instanceof Temporal) || value.kind !== "local-date")
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
  return wholeUnits(...pair(operation, start, end), name, operation);
}

/** `(.plus instant duration)`. */
function movedByDuration(
  value: Value,
  duration: Value,
  direction: Direction,
  operation: string,
): Temporal {
  if (value instanceof Temporal && value.kind === "local-date")
    throw wrongArgument(
      operation,
      "a date has no time that a duration could move",
      `use (${operation}Days date n)`,
    );
  const { kind, amount } = temporal(value, ["instant", "duration"], operation);
  const sum = amount + direction * temporal(duration, "duration", operation).amount;
  return inRange(kind, kind === "instant" ? Math.floor(sum) : sum, operation);
}

/** `(.plus date 3 ChronoUnit/WEEKS)`. */
function movedByUnits(
  value: Value,
  count: Value,
  unit: Value,
  direction: Direction,
  operation: string,
): Temporal {
  return moved(
    temporal(value, ["instant", "local-date", "duration"], operation),
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
  return row(operation, [`(${operation} instant duration)`, `(${operation} x n unit)`], {
    doc: `An instant or duration ${words} by a duration; or a date, instant or duration by n units.`,
    example: [
      `(str (${operation} (Instant/parse "2026-01-01T12:00:00Z") (Duration/ofHours 2)))`,
      printed,
    ],
    arities: {
      2: (_, value, duration) => movedByDuration(value, duration, direction, operation),
      3: (_, value, count, unit) => movedByUnits(value, count, unit, direction, operation),
    },
  });
}

/** What `.plusWeeks` and `.minusWeeks` share. The documents name the first of `kinds`. */
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
  const move = (moving: Value, count: Value): Temporal =>
    moved(
      temporal(moving, kinds, operation, hint),
      direction * wholeArgument(count, operation),
      unit,
      operation,
    );
  const isOfTime = kinds[0] === "instant";
  return row(operation, `(${operation} ${isOfTime ? "instant" : "date"} n)`, {
    doc: `The ${isOfTime ? "instant or duration" : "date"} some ${unit.toLowerCase()} ${word}.`,
    example: [`(str (${operation} ${value} 1))`, JSON.stringify(printed)],
    arities: binary(move),
  });
}

/** `.plusWeeks` and `.minusWeeks`, and what their examples print. */
function plusAndMinus(move: UnitMove, later: string, earlier: string): readonly BuiltinRow[] {
  return [movingBy(move, 1, "later", later), movingBy(move, -1, "earlier", earlier)];
}

function ofDate(unit: DateUnitName, kinds: Kinds = ["local-date"]): UnitMove {
  return { unit, kinds, value: '(LocalDate/parse "2024-02-29")' };
}

function ofTime(unit: DateUnitName): UnitMove {
  return {
    unit,
    kinds: ["instant", "duration"],
    value: '(Instant/parse "2026-01-01T00:00:00Z")',
  };
}

export const dateArithmeticRows: readonly BuiltinRow[] = [
  ...plusAndMinus(ofDate("Days", ["local-date", "duration"]), "2024-03-01", "2024-02-28"),
  ...plusAndMinus(ofDate("Weeks"), "2024-03-07", "2024-02-22"),
  ...plusAndMinus(ofDate("Months"), "2024-03-29", "2024-01-29"),
  ...plusAndMinus(ofDate("Years"), "2025-02-28", "2023-02-28"),
  ...plusAndMinus(ofTime("Hours"), "2026-01-01T01:00:00Z", "2025-12-31T23:00:00Z"),
  ...plusAndMinus(ofTime("Minutes"), "2026-01-01T00:01:00Z", "2025-12-31T23:59:00Z"),
  ...plusAndMinus(ofTime("Seconds"), "2026-01-01T00:00:01Z", "2025-12-31T23:59:59Z"),
  moving(".plus", 1, "later", '"2026-01-01T14:00:00Z"'),
  moving(".minus", -1, "earlier", '"2026-01-01T10:00:00Z"'),
  row(".between", "(.between unit start end)", {
    doc: "How many whole units lie from start to end, both dates or both instants.",
    example: [
      '(.between ChronoUnit/DAYS (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-03-01"))',
      "59",
    ],
    arities: { 3: (_, unit, start, end) => between(unit, start, end, ".between") },
  }),
  row(".until", "(.until start end unit)", {
    doc: "How many whole units lie from start to end, both dates or both instants.",
    example: [
      '(.until (LocalDate/parse "2026-01-31") (LocalDate/parse "2026-03-01") ChronoUnit/MONTHS)',
      "1",
    ],
    arities: { 3: (_, start, end, unit) => between(unit, start, end, ".until") },
  }),
  row([".isBefore", ".before"], "(.isBefore a b)", {
    doc: "Whether a is earlier than b, both instants or both dates.",
    example: ['(.isBefore (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))', "true"],
    arities: binary((left, right) => order(".isBefore", left, right) < 0),
  }),
  row([".isAfter", ".after"], "(.isAfter a b)", {
    doc: "Whether a is later than b, both instants or both dates.",
    example: ['(.isAfter (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))', "false"],
    arities: binary((left, right) => order(".isAfter", left, right) > 0),
  }),
  row(".isEqual", "(.isEqual a b)", {
    doc: "Whether two dates are the same.",
    example: ['(.isEqual (LocalDate/parse "2026-01-31") (LocalDate/of 2026 1 31))', "true"],
    arities: binary(isEqualDate),
  }),
];
