// `.compareTo` with Java's results: a difference where Java counts one, for example of years or
// letters, otherwise -1, 0 or 1.

import { Keyword, Temporal, Vector, compareValues, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { elementAtIndex } from "../text/java-containers.ts";
import { spendText } from "../text/text-cost.ts";
import { row, type BuiltinRow } from "../row.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { compared } from "../numbers/java-numbers.ts";
import { calendarDate } from "./calendar.ts";
import { fieldOf } from "./adjusters.ts";
import { monthNames, weekdayNames } from "./calendar-names.ts";
import { localDay } from "./local-parts.ts";
import { datedKinds, temporal } from "./temporal-arguments.ts";

const operation = ".compareTo";

function compareTexts(branch: Branch, left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  spendText(branch, shorter);
  for (const names of [weekdayNames, monthNames])
    if (names.includes(left) && names.includes(right))
      return names.indexOf(left) - names.indexOf(right);
  for (let index = 0; index < shorter; index++) {
    const difference = left.charCodeAt(index) - right.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Returns the difference of the first part in which the dates differ. */
function compareDates(left: number, right: number): number {
  const [first, second] = [calendarDate(left), calendarDate(right)];
  return first.year - second.year || first.month - second.month || first.day - second.day;
}

function compareTimes(left: Temporal, right: Temporal, branch: Branch): number {
  switch (left.kind) {
    case "local-date":
      return compareDates(left.amount, right.amount);
    case "local-date-time":
      return compareDates(localDay(left), localDay(right)) || Math.sign(left.amount - right.amount);
    case "year-month":
      return (
        Math.floor(left.amount / 12) - Math.floor(right.amount / 12) || left.amount - right.amount
      );
    case "period":
      throw wrongArgument(
        operation,
        "periods have no order",
        "compare their days, or dates plus the periods",
      );
    default:
      return compareValues(left, right, branch);
  }
}

function compareTo(branch: Branch, left: Value, right: Value): number {
  if (typeof left === "string" && typeof right === "string")
    return compareTexts(branch, left, right);
  if (left instanceof Temporal && right instanceof Temporal && left.kind === right.kind)
    return compareTimes(left, right, branch);
  if (isNumber(left) && isNumber(right)) return compared(left, right);
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  if (left instanceof Keyword && right instanceof Keyword)
    return compareTexts(branch, left.text, right.text);
  if (left instanceof Vector && right instanceof Vector) return compareValues(left, right, branch);
  throw wrongType(
    operation,
    "a value of the same kind to compare",
    isComparable(left) ? right : left,
    "use one kind for both; (compare a b) orders any values",
  );
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function isComparable(value: Value): boolean {
  return isNumber(value) || typeof value === "string" || value instanceof Temporal;
}

const withFields = [...datedKinds, "local-time", "year-month"] as const;

function longOf(value: Value, field: Value): number {
  return fieldOf(temporal(value, withFields, ".getLong"), field, ".getLong");
}

export const javaAccessRows: readonly BuiltinRow[] = [
  row(operation, "(.compareTo x y)", {
    doc: "Negative, 0 or positive if x is before, equal to or after y, which is of the same kind.",
    example: ["(.compareTo (LocalDate/of 2026 1 1) (LocalDate/of 2026 3 1))", "-2"],
    arities: { 2: compareTo },
  }),
  row(".get", ["(.get coll key)", "(.get time field)"], {
    doc: "Returns a map's value at a key, a list's element by index, or a part of a time.",
    example: ["(.get (LocalDate/of 2026 5 1) IsoFields/QUARTER_OF_YEAR)", "2"],
    arities: {
      2: (branch, value, key) =>
        value instanceof Temporal
          ? fieldOf(value, key, ".get")
          : elementAtIndex(branch, value, key),
    },
  }),
  row(".getLong", "(.getLong time field)", {
    doc: "Part of a time, like .get.",
    example: ["(.getLong (LocalDate/of 1970 1 31) ChronoField/EPOCH_DAY)", "30"],
    arities: { 2: (_, value, field) => longOf(value, field) },
  }),
];
