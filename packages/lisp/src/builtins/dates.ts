// Dates and times, under the names Java gives them: instants, local dates, durations. java.util.Date and Instant are one
// kind of value here, an instant; times without a zone are read only by `parse`, which takes them as UTC.

import { Temporal, parseInstant, parseLocalDate, type TemporalKind, type Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branch.ts";
import { elementIndex, wrongType } from "./expectations.ts";
import { parseLegacyDate } from "./legacy-dates.ts";
import { stringArgument, wrongArgument } from "./string-arguments.ts";
import type { BuiltinRow } from "./builtin.ts";

const kindNames: Readonly<Record<TemporalKind, string>> = { instant: "an instant", "local-date": "a date", duration: "a duration" };
const hints: Readonly<Record<TemporalKind, string>> = {
  instant: "make one with (Instant/parse s) or (java.util.Date. s)",
  "local-date": "make one with (LocalDate/parse s)",
  duration: "make one with (Duration/between start end)",
};
const longestDate = 60;

function temporal(value: Value, kind: TemporalKind, operation: string): Temporal {
  if (value instanceof Temporal && value.kind === kind) return value;
  throw wrongType(operation, kindNames[kind], value, hints[kind]);
}

function inRange(kind: TemporalKind, amount: number, operation: string): Temporal {
  if (!Temporal.isAmount(kind, amount)) throw wrongArgument(operation, "the result is beyond the calendar");
  return new Temporal(kind, amount);
}

/** Reads `value` as text. The parsers look at a bounded part of it only. */
function parsed(operation: string, value: Value, parse: (text: string) => Temporal | undefined, hintFor: (text: string) => string): Temporal {
  const text = stringArgument(value, operation);
  const result = text.length > longestDate ? undefined : parse(text);
  if (result !== undefined) return result;
  throw wrongArgument(operation, `cannot read ${JSON.stringify(text.slice(0, longestDate))}`, hintFor(text));
}

function parseDate(value: Value): Temporal {
  return parsed("LocalDate/parse", value, parseLocalDate, (text) => (text.includes("T") ? "a date has no time: use (subs s 0 10), or (Instant/parse s)" : 'write dates as "2026-01-31"'));
}

function parseTime(value: Value): Temporal {
  return parsed("Instant/parse", value, parseInstant, (text) => (text.includes("T") ? 'an instant needs a zone: "2026-01-31T12:00:00Z"; (parse s) takes times without one as UTC' : "without a time this is a date: use (LocalDate/parse s)"));
}

/** A date, or an instant when there is a time; a time without a zone is taken as UTC. */
function parseEither(value: Value): Temporal {
  return parsed("parse", value, (text) => parseLocalDate(text) ?? parseInstant(text) ?? parseInstant(`${text}Z`), () => 'write dates as "2026-01-31" and times as "2026-01-31T12:00:00Z"');
}

/** `(java.util.Date. x)`: milliseconds, text, or an instant that is there already. */
function toDate(value: Value): Temporal {
  if (value instanceof Temporal && value.kind === "instant") return value;
  if (typeof value === "number" && Number.isInteger(value)) return inRange("instant", value, "java.util.Date.");
  if (typeof value === "string") return parsed("java.util.Date.", value, (text) => parseInstant(text) ?? parseLegacyDate(text), () => 'write "2026-01-31T12:00:00Z"; for dates use (LocalDate/parse s)');
  throw wrongType("java.util.Date.", "milliseconds since 1970 or text", value);
}

function between(start: Value, end: Value): Temporal {
  const hint = "for dates take the days: (- (.toEpochDay b) (.toEpochDay a))";
  for (const value of [start, end]) {
    if (!(value instanceof Temporal) || value.kind !== "instant") throw wrongType("Duration/between", "an instant", value, value instanceof Temporal ? hint : hints.instant);
  }
  return new Temporal("duration", temporal(end, "instant", "Duration/between").amount - temporal(start, "instant", "Duration/between").amount);
}

function moved(value: Value, days: Value, direction: 1 | -1, operation: string): Temporal {
  return inRange("local-date", temporal(value, "local-date", operation).amount + direction * elementIndex(days, operation), operation);
}

function order(operation: string, left: Value, right: Value): number {
  if (!(left instanceof Temporal) || left.kind === "duration") throw wrongType(operation, "an instant or date", left, hints.instant);
  if (!(right instanceof Temporal) || right.kind === "duration") throw wrongType(operation, "an instant or date", right, hints.instant);
  if (left.kind === right.kind) return left.amount - right.amount;
  throw wrongArgument(operation, `cannot compare ${kindNames[left.kind]} with ${kindNames[right.kind]}`, "bring both to one kind: (LocalDate/parse (subs (str instant) 0 10))");
}

type Names = readonly [string, ...string[]];

function unary(names: Names, compute: (value: Value, branch: Branch) => Value, doc: string, example: readonly [string, string], argument: string): BuiltinRow {
  const [name] = names;
  return { names, forms: [`(${name} ${argument})`], doc, example, clojure: name, arities: { 1: (branch, value) => compute(value, branch) } };
}

function binary(names: Names, compute: (left: Value, right: Value) => Value, doc: string, example: readonly [string, string], args: string): BuiltinRow {
  const [name] = names;
  return { names, forms: [`(${name} ${args})`], doc, example, clojure: name, arities: { 2: (_, left, right) => compute(left, right) } };
}

/** The whole units in a duration, toward zero. */
function inUnits(name: string, unit: number, words: string, printed: string): BuiltinRow {
  const example = `(${name} (Duration/between (Instant/parse "2026-01-01T00:00:00Z") (Instant/parse "2026-01-03T12:00:00Z")))`;
  return unary([name], (value) => Math.trunc(temporal(value, "duration", name).amount / unit) + 0, `The ${words} in a duration.`, [example, printed], "duration");
}

const makingRows: readonly BuiltinRow[] = [
  unary(["LocalDate/parse"], parseDate, "The date written as YYYY-MM-DD.", ['(LocalDate/parse "2026-02-28")', "2026-02-28"], "s"),
  unary(["Instant/parse"], parseTime, "The point in time written in ISO form with a zone.", ['(str (Instant/parse "2026-01-01T02:00:00+02:00"))', '"2026-01-01T00:00:00Z"'], "s"),
  unary(["parse"], parseEither, "The date or point in time written in ISO form; without a zone it is UTC.", ['(str (parse "2026-01-01T12:30:00"))', '"2026-01-01T12:30:00Z"'], "s"),
  {
    names: ["java.util.Date.", "Date."],
    forms: ["(java.util.Date.)", "(java.util.Date. milliseconds)", "(java.util.Date. s)"],
    doc: "The point in time now, at milliseconds since 1970, or written in s.",
    example: ["(str (java.util.Date. 0))", '"1970-01-01T00:00:00Z"'],
    clojure: "java.util.Date.",
    arities: { 0: (branch) => new Temporal("instant", Math.trunc(branch.evaluation.clock.now())), 1: (_, value) => toDate(value) },
  },
  binary(["Duration/between"], between, "The time from one instant to another.", ['(str (Duration/between (java.util.Date. 0) (java.util.Date. 90000)))', '"PT1M30S"'], "start end"),
  {
    names: ["System/currentTimeMillis", "currentTimeMillis"],
    forms: ["(System/currentTimeMillis)"],
    doc: "The milliseconds since 1970.",
    example: ["(pos? (System/currentTimeMillis))", "true"],
    clojure: "System/currentTimeMillis",
    arities: { 0: (branch) => Math.trunc(branch.evaluation.clock.now()) },
  },
];

const readingRows: readonly BuiltinRow[] = [
  unary([".getTime", ".toEpochMilli", "inst-ms"], (value) => temporal(value, "instant", ".getTime").amount, "The milliseconds since 1970 of an instant.", ['(.getTime (Instant/parse "1970-01-01T00:00:01Z"))', "1000"], "instant"),
  unary([".toEpochDay"], (value) => temporal(value, "local-date", ".toEpochDay").amount, "The days since 1970 of a date.", ['(.toEpochDay (LocalDate/parse "1970-01-10"))', "9"], "date"),
  inUnits(".toMillis", 1, "milliseconds", "216000000"),
  inUnits(".toSeconds", 1000, "whole seconds", "216000"),
  inUnits(".toMinutes", 60_000, "whole minutes", "3600"),
  inUnits(".toHours", 3_600_000, "whole hours", "60"),
  inUnits(".toDays", 86_400_000, "whole days", "2"),
  binary([".plusDays"], (date, days) => moved(date, days, 1, ".plusDays"), "The date some days later.", ['(.plusDays (LocalDate/parse "2026-02-28") 1)', "2026-03-01"], "date n"),
  binary([".minusDays"], (date, days) => moved(date, days, -1, ".minusDays"), "The date some days earlier.", ['(.minusDays (LocalDate/parse "2026-01-01") 1)', "2025-12-31"], "date n"),
  binary([".isBefore", ".before"], (left, right) => order(".isBefore", left, right) < 0, "Whether a is earlier than b, both instants or both dates.", ['(.isBefore (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))', "true"], "a b"),
  binary([".isAfter", ".after"], (left, right) => order(".isAfter", left, right) > 0, "Whether a is later than b, both instants or both dates.", ['(.isAfter (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))', "false"], "a b"),
];

export const dateRows: readonly BuiltinRow[] = [...makingRows, ...readingRows];
