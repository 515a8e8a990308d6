// Moving dates, instants and durations, and counting what lies between them. UTC throughout: a day
// has 24 hours. Counts are whole numbers, and a result beyond the calendar fails.

import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import type { BuiltinRow } from "../builtin.ts";
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
  return {
    names: [operation],
    forms: [`(${operation} instant duration)`, `(${operation} x n unit)`],
    doc: `An instant or duration ${words} by a duration; or a date, instant or duration by n units.`,
    example: [
      `(str (${operation} (Instant/parse "2026-01-01T12:00:00Z") (Duration/ofHours 2)))`,
      printed,
    ],
    clojure: operation,
    arities: {
      2: (_, value, duration) => movedByDuration(value, duration, direction, operation),
      3: (_, value, count, unit) => movedByUnits(value, count, unit, direction, operation),
    },
  };
}

/** `.plusWeeks` and `.minusWeeks`; the documented kind is the first. */
function movingBy(
  name: DateUnitName,
  kinds: Kinds,
  value: string,
  later: string,
  earlier: string,
): readonly BuiltinRow[] {
  const row = (
    operation: string,
    direction: Direction,
    word: string,
    printed: string,
  ): BuiltinRow => {
    const hint =
      name === "Days"
        ? `(${operation.slice(0, -name.length)} instant (Duration/ofDays n)) moves an instant`
        : undefined;
    const move = (moving: Value, count: Value): Temporal =>
      moved(
        temporal(moving, kinds, operation, hint),
        direction * wholeArgument(count, operation),
        name,
        operation,
      );
    const what = kinds[0] === "instant" ? "instant or duration" : "date";
    return binary(
      [operation],
      move,
      `The ${what} some ${name.toLowerCase()} ${word}.`,
      [`(str (${operation} ${value} 1))`, JSON.stringify(printed)],
      `${kinds[0] === "instant" ? "instant" : "date"} n`,
    );
  };
  return [row(`.plus${name}`, 1, "later", later), row(`.minus${name}`, -1, "earlier", earlier)];
}

const date = '(LocalDate/parse "2024-02-29")';
const instant = '(Instant/parse "2026-01-01T00:00:00Z")';

export const dateArithmeticRows: readonly BuiltinRow[] = [
  ...movingBy("Days", ["local-date", "duration"], date, "2024-03-01", "2024-02-28"),
  ...movingBy("Weeks", ["local-date"], date, "2024-03-07", "2024-02-22"),
  ...movingBy("Months", ["local-date"], date, "2024-03-29", "2024-01-29"),
  ...movingBy("Years", ["local-date"], date, "2025-02-28", "2023-02-28"),
  ...movingBy(
    "Hours",
    ["instant", "duration"],
    instant,
    "2026-01-01T01:00:00Z",
    "2025-12-31T23:00:00Z",
  ),
  ...movingBy(
    "Minutes",
    ["instant", "duration"],
    instant,
    "2026-01-01T00:01:00Z",
    "2025-12-31T23:59:00Z",
  ),
  ...movingBy(
    "Seconds",
    ["instant", "duration"],
    instant,
    "2026-01-01T00:00:01Z",
    "2025-12-31T23:59:59Z",
  ),
  moving(".plus", 1, "later", '"2026-01-01T14:00:00Z"'),
  moving(".minus", -1, "earlier", '"2026-01-01T10:00:00Z"'),
  {
    names: [".between"],
    forms: ["(.between unit start end)"],
    doc: "How many whole units lie from start to end, both dates or both instants.",
    example: [
      '(.between ChronoUnit/DAYS (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-03-01"))',
      "59",
    ],
    clojure: ".between",
    arities: { 3: (_, unit, start, end) => between(unit, start, end, ".between") },
  },
  {
    names: [".until"],
    forms: ["(.until start end unit)"],
    doc: "How many whole units lie from start to end, both dates or both instants.",
    example: [
      '(.until (LocalDate/parse "2026-01-31") (LocalDate/parse "2026-03-01") ChronoUnit/MONTHS)',
      "1",
    ],
    clojure: ".until",
    arities: { 3: (_, start, end, unit) => between(unit, start, end, ".until") },
  },
  binary(
    [".isBefore", ".before"],
    (left, right) => order(".isBefore", left, right) < 0,
    "Whether a is earlier than b, both instants or both dates.",
    ['(.isBefore (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))', "true"],
    "a b",
  ),
  binary(
    [".isAfter", ".after"],
    (left, right) => order(".isAfter", left, right) > 0,
    "Whether a is later than b, both instants or both dates.",
    ['(.isAfter (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))', "false"],
    "a b",
  ),
  binary(
    [".isEqual"],
    isEqualDate,
    "Whether two dates are the same.",
    ['(.isEqual (LocalDate/parse "2026-01-31") (LocalDate/of 2026 1 31))', "true"],
    "a b",
  ),
];
