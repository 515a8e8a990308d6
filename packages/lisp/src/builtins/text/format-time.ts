// Dates and times in a format: `%tF`, `%tH:%<tM`. Times are in UTC, names in English.

import { Temporal, type Value } from "@ptc/core/values";
import { wrongType } from "../../evaluation/expectations.ts";
import type { FormatDirective } from "./format-directive.ts";
import { wrongArgument } from "../../evaluation/string-argument.ts";

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

type Part = (date: Date) => string;

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

/** Several parts in a row, from the letters of the others. */
function composed(pattern: string): Part {
  return (date) =>
    pattern.replace(
      /[A-Za-z]/g,
      (letter) => (dateParts.get(letter) ?? timeParts.get(letter))?.(date) ?? letter,
    );
}

/** What a date alone has. */
const dateParts: ReadonlyMap<string, Part> = new Map<string, Part>([
  ["Y", (date) => String(date.getUTCFullYear()).padStart(4, "0")],
  ["y", (date) => two(date.getUTCFullYear() % 100)],
  ["C", (date) => two(Math.floor(date.getUTCFullYear() / 100))],
  ["m", (date) => two(date.getUTCMonth() + 1)],
  ["d", (date) => two(date.getUTCDate())],
  ["e", (date) => String(date.getUTCDate())],
  ["j", (date) => String(dayOfYear(date)).padStart(3, "0")],
  ["B", (date) => months[date.getUTCMonth()] ?? ""],
  ["b", (date) => (months[date.getUTCMonth()] ?? "").slice(0, 3)],
  ["h", (date) => (months[date.getUTCMonth()] ?? "").slice(0, 3)],
  ["A", (date) => weekdays[date.getUTCDay()] ?? ""],
  ["a", (date) => (weekdays[date.getUTCDay()] ?? "").slice(0, 3)],
  ["F", composed("Y-m-d")],
  ["D", composed("m/d/y")],
]);

const timeParts: ReadonlyMap<string, Part> = new Map<string, Part>([
  ["H", (date) => two(date.getUTCHours())],
  ["k", (date) => String(date.getUTCHours())],
  ["I", (date) => two(hourOfTwelve(date))],
  ["l", (date) => String(hourOfTwelve(date))],
  ["M", (date) => two(date.getUTCMinutes())],
  ["S", (date) => two(date.getUTCSeconds())],
  ["L", (date) => String(date.getUTCMilliseconds()).padStart(3, "0")],
  ["N", (date) => String(date.getUTCMilliseconds()).padStart(3, "0").padEnd(9, "0")],
  ["p", (date) => (date.getUTCHours() < 12 ? "am" : "pm")],
  ["s", (date) => String(Math.floor(date.getTime() / 1000))],
  ["Q", (date) => String(date.getTime())],
  ["z", () => "+0000"],
  ["Z", () => "UTC"],
  ["T", composed("H:M:S")],
  ["R", composed("H:M")],
  ["r", (date) => `${composed("I:M:S")(date)} ${date.getUTCHours() < 12 ? "AM" : "PM"}`],
  ["c", composed("a b d T Z Y")],
]);

/** `%t…` of an instant, a date, or milliseconds since 1970. */
export function formatTime(directive: FormatDirective, value: Value): string {
  const letter = directive.timePart ?? "";
  const [date, isDateOnly] = dateOf(directive, value);
  const part = dateParts.get(letter) ?? (isDateOnly ? undefined : timeParts.get(letter));
  if (part !== undefined) return part(date);
  if (timeParts.has(letter))
    throw wrongArgument(
      "format",
      `${directive.text} asks a date for its time`,
      "use an instant: (Instant/parse s)",
    );
  throw wrongArgument(
    "format",
    `${directive.text} is no directive`,
    "%tF is the date, %tT the time",
  );
}

function dateOf(directive: FormatDirective, value: Value): [date: Date, isDateOnly: boolean] {
  if (value instanceof Temporal && value.kind === "instant") return [new Date(value.amount), false];
  if (value instanceof Temporal && value.kind === "local-date")
    return [new Date(value.amount * millisecondsPerDay), true];
  if (typeof value === "number" && Temporal.isAmount("instant", value))
    return [new Date(value), false];
  throw wrongType("format", `a date or instant for ${directive.text}`, value);
}
