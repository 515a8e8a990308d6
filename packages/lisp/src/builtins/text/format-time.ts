// Formats dates and times: `%tF`, `%tH:%<tM`. Instants are in UTC, names in English.

import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import { offsetText } from "@ptc/core/internal/values";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import type { FormatDirective } from "./format-directive.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
const weekdays = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;
const millisecondsPerDay = 86_400_000;

/** The date and time on a local clock and calendar; UTC for an instant. */
interface Shown {
  readonly date: Date;
  readonly instant: number;
  readonly offset: number;
  /** `UTC`, or the offset. */
  readonly zone: string;
}

type Part = (date: Date, shown: Shown) => string;
type Parts = ReadonlyMap<string, Part>;

function two(amount: number): string {
  return String(amount).padStart(2, "0");
}

function hourOfTwelve(date: Date): number {
  return date.getUTCHours() % 12 || 12;
}

function dayOfYear(date: Date): number {
  return (
    Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / millisecondsPerDay) + 1
  );
}

/** Like Java, counts the year 0 as the first year BC. */
function yearOfEra(date: Date): number {
  const year = date.getUTCFullYear();
  return year > 0 ? year : 1 - year;
}

/** Combines several parts, given by their letters. */
function composed(pattern: string): Part {
  return (date, shown) =>
    pattern.replace(/[A-Za-z]/g, (letter) => {
      const parts = [monthParts, dateParts, timeParts, zoneParts].find((some) => some.has(letter));
      return parts?.get(letter)?.(date, shown) ?? letter;
    });
}

/** The parts of a month in a year. */
const monthParts: Parts = new Map<string, Part>([
  ["Y", (date) => String(yearOfEra(date)).padStart(4, "0")],
  ["y", (date) => two(yearOfEra(date) % 100)],
  ["C", (date) => two(Math.floor(yearOfEra(date) / 100))],
  ["m", (date) => two(date.getUTCMonth() + 1)],
  ["B", (date) => months[date.getUTCMonth()] ?? ""],
  ["b", (date) => (months[date.getUTCMonth()] ?? "").slice(0, 3)],
  ["h", (date) => (months[date.getUTCMonth()] ?? "").slice(0, 3)],
]);

/** The additional parts of a date. */
const dateParts: Parts = new Map<string, Part>([
  ["d", (date) => two(date.getUTCDate())],
  ["e", (date) => String(date.getUTCDate())],
  ["j", (date) => String(dayOfYear(date)).padStart(3, "0")],
  ["A", (date) => weekdays[date.getUTCDay()] ?? ""],
  ["a", (date) => (weekdays[date.getUTCDay()] ?? "").slice(0, 3)],
  ["F", composed("Y-m-d")],
  ["D", composed("m/d/y")],
]);

const timeParts: Parts = new Map<string, Part>([
  ["H", (date) => two(date.getUTCHours())],
  ["k", (date) => String(date.getUTCHours())],
  ["I", (date) => two(hourOfTwelve(date))],
  ["l", (date) => String(hourOfTwelve(date))],
  ["M", (date) => two(date.getUTCMinutes())],
  ["S", (date) => two(date.getUTCSeconds())],
  ["L", (date) => String(date.getUTCMilliseconds()).padStart(3, "0")],
  ["N", (date) => String(date.getUTCMilliseconds()).padStart(3, "0").padEnd(9, "0")],
  ["p", (date) => (date.getUTCHours() < 12 ? "am" : "pm")],
  ["T", composed("H:M:S")],
  ["R", composed("H:M")],
  [
    "r",
    (date, shown) => `${composed("I:M:S")(date, shown)} ${date.getUTCHours() < 12 ? "AM" : "PM"}`,
  ],
]);

/** The parts that need the offset from UTC. */
const zoneParts: Parts = new Map<string, Part>([
  ["s", (_, { instant }) => String(Math.floor(instant / 1000))],
  ["Q", (_, { instant }) => String(instant)],
  [
    "z",
    (_, { offset }) => (offset === 0 ? "+0000" : offsetText(offset).slice(0, 6).replace(":", "")),
  ],
  ["Z", (_, { zone }) => zone],
  ["c", composed("a b d T Z Y")],
]);

/** The parts of each kind. */
const partsOf: Readonly<Partial<Record<TemporalKind, readonly Parts[]>>> = {
  instant: [monthParts, dateParts, timeParts, zoneParts],
  "offset-date-time": [monthParts, dateParts, timeParts, zoneParts],
  "zoned-date-time": [monthParts, dateParts, timeParts, zoneParts],
  "local-date-time": [monthParts, dateParts, timeParts],
  "local-date": [monthParts, dateParts],
  "local-time": [timeParts],
  "year-month": [monthParts],
};

/** Formats `%t…` of a time, a date, or milliseconds since 1970. */
export function formatTime(directive: FormatDirective, value: Value): string {
  const letter = directive.timePart ?? "";
  if (directive.precision !== undefined)
    throw wrongArgument("format", `${directive.text} has a precision, but times have none`);
  const time = timeOf(directive, value);
  const part = partsOf[time.kind]?.find((parts) => parts.has(letter))?.get(letter);
  if (part !== undefined) {
    const shown = shownOf(time);
    return part(shown.date, shown);
  }
  const isKnown = [monthParts, dateParts, timeParts, zoneParts].some((parts) => parts.has(letter));
  throw isKnown
    ? wrongArgument(
        "format",
        `${directive.text} needs a part that ${time.kind} lacks`,
        zoneParts.has(letter)
          ? "add an offset first: (.atOffset x ZoneOffset/UTC)"
          : "use an instant or a date-time: (Instant/parse s), (LocalDateTime/parse s)",
      )
    : wrongArgument(
        "format",
        `${directive.text} is not a directive`,
        "%tF is the date, %tT the time",
      );
}

function timeOf(directive: FormatDirective, value: Value): Temporal {
  if (value instanceof Temporal && partsOf[value.kind] !== undefined) return value;
  if (typeof value === "number" && Temporal.isAmount("instant", value))
    return new Temporal("instant", value);
  throw wrongType(
    "format",
    `a date or time for ${directive.text}`,
    value,
    typeof value === "string" ? "read it first: (LocalDate/parse s), (Instant/parse s)" : undefined,
  );
}

function shownOf({ kind, amount, offset, zone }: Temporal): Shown {
  const local = kind === "local-date" ? amount * millisecondsPerDay : amount + offset;
  const date = kind === "year-month" ? new Date(new Date(0).setUTCMonth(amount)) : new Date(local);
  return {
    date,
    instant: amount,
    offset,
    zone: kind === "instant" ? "UTC" : zone === "" ? offsetText(offset) : zone,
  };
}
