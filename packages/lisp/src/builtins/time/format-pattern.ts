// Formats a time by a pattern. Instants are in UTC. Like in java.time, a part the value lacks is an
// error.

import type { Temporal } from "@ptc/core/values";
import { offsetText } from "@ptc/core/internal/values";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { calendarDate, dayOfWeek, dayOfYear, weekOf } from "./calendar.ts";
import { capitalized, monthNames, weekdayNames } from "./calendar-names.ts";
import type { DatePattern, PatternPart } from "./date-patterns.ts";
import { firstDayOfMonth, localDay, localTimeOfDay } from "./local-parts.ts";
import { kindNames } from "./temporal-arguments.ts";
import { zoneOf } from "./zones.ts";

type Field = Extract<PatternPart, { type: "field" }>;

export function formatByPattern(value: Temporal, pattern: DatePattern): string {
  return written(value, pattern.parts) ?? "";
}

/** Returns the text, or `undefined` in an optional part if the value lacks a field. */
function written(
  value: Temporal,
  parts: readonly PatternPart[],
  isOptional = false,
): string | undefined {
  let text = "";
  for (const part of parts) {
    if (part.type === "literal") text += part.text;
    else if (part.type === "optional") text += written(value, part.parts, true) ?? "";
    else {
      const field = fieldText(value, part);
      if (field === undefined && isOptional) return undefined;
      if (field === undefined) throw missingField(value, part);
      text += field;
    }
  }
  return text;
}

function missingField(value: Temporal, { letter, width }: Field): ReturnType<typeof wrongArgument> {
  const isClock = /[aHhKkmsSnAf]/.test(letter);
  const isZone = /[XxZOVgi]/.test(letter);
  return wrongArgument(
    ".format",
    `${kindNames[value.kind]} has nothing for ${letter.repeat(width)} in the pattern`,
    isClock
      ? "leave the time out of the pattern, or make a date-time: (.atStartOfDay date)"
      : isZone
        ? "leave the offset out of the pattern, or add one: (.atOffset x ZoneOffset/UTC)"
        : "leave the date out of the pattern, or add one: (.atDate time date)",
  );
}

function fieldText(value: Temporal, { letter, width }: Field): string | undefined {
  const { kind } = value;
  if (kind === "duration" || kind === "period") return undefined;
  if (/[XxZOVgi]/.test(letter)) return zoneText(value, letter, width);
  if (/[aHhKkmsSnAf]/.test(letter))
    return kind === "local-date" || kind === "year-month"
      ? undefined
      : clockText(localTimeOfDay(value), letter, width);
  if (kind === "local-time" || (kind === "year-month" && /[dDEYwe]/.test(letter))) return undefined;
  return dateText(
    kind === "year-month" ? firstDayOfMonth(value.amount) : localDay(value),
    letter,
    width,
  );
}

function dateText(day: number, letter: string, width: number): string {
  const date = calendarDate(day);
  switch (letter) {
    case "u":
    case "y":
      return yearText(letter === "y" && date.year < 1 ? 1 - date.year : date.year, width);
    case "G":
      return width === 4
        ? date.year > 0
          ? "Anno Domini"
          : "Before Christ"
        : date.year > 0
          ? "AD"
          : "BC";
    case "M":
    case "L":
      return width < 3
        ? padded(date.month, width)
        : nameText(monthNames[date.month - 1] ?? "", width);
    case "Y":
      return yearText(weekOf(day).year, width);
    case "w":
      return padded(weekOf(day).week, width);
    case "e":
      return padded(dayOfWeek(day), width);
    case "d":
      return padded(date.day, width);
    case "D":
      return padded(dayOfYear(date), width);
    case "E":
      return nameText(weekdayNames[dayOfWeek(day) - 1] ?? "", Math.max(3, width));
    default:
      return quarterText(Math.ceil(date.month / 3), width);
  }
}

/** Formats a year. Width 2 gives its last two digits; more than four digits need a sign. */
function yearText(year: number, width: number): string {
  if (width === 2) return padded(Math.abs(year) % 100, 2);
  const digits = padded(Math.abs(year), width);
  if (year < 0) return `-${digits}`;
  return width >= 4 && digits.length > width ? `+${digits}` : digits;
}

function quarterText(quarter: number, width: number): string {
  if (width < 3) return padded(quarter, width);
  const ending = ["st", "nd", "rd", "th"][quarter - 1] ?? "";
  return width === 3 ? `Q${String(quarter)}` : `${String(quarter)}${ending} quarter`;
}

/** Returns `Jan`, or `January` for a width of four letters. */
function nameText(name: string, width: number): string {
  const text = capitalized(name);
  if (width === 5) return text.slice(0, 1);
  return width === 3 ? text.slice(0, 3) : text;
}

function clockText(time: number, letter: string, width: number): string {
  const hour = Math.floor(time / 3_600_000);
  const milliseconds = time % 1000;
  switch (letter) {
    case "a":
      return hour < 12 ? "AM" : "PM";
    case "H":
      return padded(hour, width);
    case "k":
      return padded(hour === 0 ? 24 : hour, width);
    case "K":
      return padded(hour % 12, width);
    case "h":
      return padded(hour % 12 === 0 ? 12 : hour % 12, width);
    case "m":
      return padded(Math.floor(time / 60_000) % 60, width);
    case "s":
      return padded(Math.floor(time / 1000) % 60, width);
    case "S":
      return padded(milliseconds, 3).padEnd(9, "0").slice(0, width);
    case "n":
      return padded(milliseconds * 1_000_000, width);
    case "A":
      return padded(time, width);
    default:
      return milliseconds === 0 ? "" : `.${padded(milliseconds, 3).replace(/0{1,2}$/, "")}`;
  }
}

function padded(number: number, width: number): string {
  return String(number).padStart(width, "0");
}

function zoneText(value: Temporal, letter: string, width: number): string | undefined {
  const { kind, offset, zone } = value;
  const hasOffset = kind === "offset-date-time" || kind === "zoned-date-time";
  if (!hasOffset && kind !== "instant") return undefined;
  if (letter === "V")
    return kind === "zoned-date-time" || kind === "instant" ? zoneOf(value) : undefined;
  if (letter === "i") return zone === "" ? undefined : `[${zone}]`;
  if (letter === "g") return offset === 0 ? "GMT" : offsetDigits(offset, 2, "");
  if (letter === "O" || (letter === "Z" && width === 4)) return localisedOffset(offset, width);
  if (letter === "Z" && width < 4) return offsetDigits(offset, 2, "");
  if (offset === 0 && letter !== "x") return "Z";
  const separator = width === 3 || width === 5 ? ":" : "";
  return offsetDigits(offset, letter === "Z" ? 5 : width, separator);
}

/** Returns `+02` for width one without minutes, `+0230`, and seconds from width four. */
function offsetDigits(offset: number, width: number, separator: string): string {
  const text = offset === 0 ? "+00:00" : offsetText(offset);
  const [hours = "", minutes = "", seconds] = text.split(":");
  if (width === 1 && minutes === "00") return hours;
  const withSeconds = seconds !== undefined && width >= 4 ? `${separator}${seconds}` : "";
  return `${hours}${separator}${minutes}${withSeconds}`;
}

/** Returns `GMT+2` or `GMT+02:00`. */
function localisedOffset(offset: number, width: number): string {
  if (offset === 0) return "GMT";
  const text = offsetText(offset);
  return `GMT${width === 4 ? text : text.replace(/^([+-])0/, "$1").replace(/:00$/, "")}`;
}
