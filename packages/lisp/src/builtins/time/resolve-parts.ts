// Makes a value of a kind from the parts that a pattern parsed. Like in java.time, the parts must
// agree and suffice; unless the pattern is strict, a day its month lacks becomes the last one.

import { Temporal, type TemporalKind } from "@ptc/core/values";
import { dayOfWeek, epochDayOf, firstDayOfWeeks, isLeapYear, lengthOfMonth } from "./calendar.ts";
import { millisecondsPerDay, monthOfDay } from "./local-parts.ts";
import type { ReadParts } from "./parse-pattern.ts";

/** The reason why there is no value, in words that follow the text and the pattern. */
export class Unresolved {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/**
 * Returns everything a text contains: a date, a time or both, with an offset if present, or a
 * year-month.
 */
export function resolvedWhole(parts: ReadParts, isStrict: boolean): Temporal | Unresolved {
  const { numbers, zone } = parts;
  const hasTime = ["H", "h", "k", "K", "A"].some((letter) => numbers.has(letter));
  const hasDay = ["d", "D", "e"].some((letter) => numbers.has(letter));
  if (!hasDay) return resolved(hasTime ? "local-time" : "year-month", parts, isStrict);
  if (!hasTime) return resolved("local-date", parts, isStrict);
  const withZone = zone?.name === "" ? "offset-date-time" : "zoned-date-time";
  return resolved(zone === undefined ? "local-date-time" : withZone, parts, isStrict);
}

/** Returns the value of the kind, or the reason why the parts don't make one. */
export function resolved(
  kind: TemporalKind,
  parts: ReadParts,
  isStrict: boolean,
): Temporal | Unresolved {
  const { numbers, zone } = parts;
  if (kind === "year-month") return yearMonth(numbers);
  const time = timeOf(numbers);
  if (kind === "local-time")
    return typeof time === "number" ? temporalOf(kind, time % millisecondsPerDay) : time;
  const day = dayOf(numbers, isStrict);
  if (typeof day !== "number") return day;
  if (kind === "local-date") return temporalOf(kind, day);
  if (typeof time !== "number") return time;
  const local = day * millisecondsPerDay + time;
  if (kind === "local-date-time") return temporalOf(kind, local);
  if (zone === undefined || (kind === "offset-date-time" && zone.name !== ""))
    return new Unresolved("it has no offset from UTC");
  return temporalOf(kind, local - zone.offset, zone.offset, zone.name);
}

function temporalOf(
  kind: TemporalKind,
  amount: number,
  offset = 0,
  zone = "",
): Temporal | Unresolved {
  return Temporal.isAmount(kind, amount, offset)
    ? new Temporal(kind, amount, offset, zone)
    : new Unresolved("it is outside the calendar");
}

function outside(
  name: string,
  number: number,
  least: number,
  most: number,
): Unresolved | undefined {
  return number >= least && number <= most
    ? undefined
    : new Unresolved(`${name} are ${String(least)} to ${String(most)}, got ${String(number)}`);
}

/** Returns the year. `y` counts within its era; `u` continues below 1. */
function yearOf(numbers: ReadonlyMap<string, number>): number | Unresolved {
  const [year, ofEra, era] = [numbers.get("u"), numbers.get("y"), numbers.get("G")];
  if (year !== undefined)
    return agrees(ofEra, year > 0 ? year : 1 - year) && agrees(era, year > 0 ? 1 : 2)
      ? year
      : new Unresolved("the years do not agree");
  if (ofEra === undefined) return new Unresolved("it has no year");
  return outside("years", ofEra, 1, 999_999_999) ?? (numbers.get("G") === 2 ? 1 - ofEra : ofEra);
}

function yearMonth(numbers: ReadonlyMap<string, number>): Temporal | Unresolved {
  const [year, month] = [yearOf(numbers), numbers.get("M")];
  if (typeof year !== "number") return year;
  if (month === undefined) return new Unresolved("it has no month");
  return (
    outside("months", month, 1, 12) ?? temporalOf("year-month", (year - 1970) * 12 + month - 1)
  );
}

function dayOf(numbers: ReadonlyMap<string, number>, isStrict: boolean): number | Unresolved {
  if (numbers.has("Y")) return dayOfWeeks(numbers);
  const year = yearOf(numbers);
  if (typeof year !== "number") return year;
  const [month, day, ofYear] = [numbers.get("M"), numbers.get("d"), numbers.get("D")];
  const found =
    ofYear === undefined || month !== undefined
      ? dayOfMonth(year, month, day, isStrict)
      : (outside("the days of this year", ofYear, 1, isLeapYear(year) ? 366 : 365) ??
        epochDayOf({ year, month: 1, day: 1 }) + ofYear - 1);
  if (typeof found !== "number") return found;
  if (!Number.isFinite(found)) return new Unresolved("it is outside the calendar");
  const weekday = numbers.get("E");
  if (weekday !== undefined && weekday !== dayOfWeek(found))
    return new Unresolved("the day of the week does not match the date");
  const quarter = numbers.get("Q") ?? numbers.get("q");
  return quarter === undefined ||
    quarter === Math.floor((((monthOfDay(found) % 12) + 12) % 12) / 3) + 1
    ? found
    : new Unresolved("the quarter does not match the date");
}

/** Returns the day of an ISO week date such as `2026-W02-4`. */
function dayOfWeeks(numbers: ReadonlyMap<string, number>): number | Unresolved {
  const [year = NaN, week = NaN, day = NaN] = ["Y", "w", "e"].map((name) => numbers.get(name));
  const first = firstDayOfWeeks(year);
  if (!Number.isFinite(first)) return new Unresolved("it is outside the calendar");
  const weeks = Math.round((firstDayOfWeeks(year + 1) - first) / 7);
  return (
    outside("the weeks of this year", week, 1, weeks) ??
    outside("days of the week", day, 1, 7) ??
    first + (week - 1) * 7 + day - 1
  );
}

function dayOfMonth(
  year: number,
  month: number | undefined,
  day: number | undefined,
  isStrict: boolean,
): number | Unresolved {
  if (month === undefined) return new Unresolved("it has no month");
  if (day === undefined) return new Unresolved("it has no day of the month");
  const wrong = outside("months", month, 1, 12) ?? outside("days", day, 1, 31);
  if (wrong !== undefined) return wrong;
  const length = lengthOfMonth(year, month);
  if (isStrict && day > length) return new Unresolved("the month has no such day");
  return epochDayOf({ year, month, day: Math.min(day, length) });
}

/** True if a part is missing or agrees with the others. */
function agrees(part: number | undefined, found: number): boolean {
  return part === undefined || part === found;
}

function hourOf(numbers: ReadonlyMap<string, number>): number | Unresolved | undefined {
  const hour = hourOfSome(numbers);
  if (typeof hour !== "number") return hour;
  const inDay = hour % 24;
  const [clock, twelve] = [inDay === 0 ? 24 : inDay, inDay % 12 === 0 ? 12 : inDay % 12];
  return agrees(numbers.get("k"), clock) &&
    agrees(numbers.get("h"), twelve) &&
    agrees(numbers.get("K"), inDay % 12) &&
    agrees(numbers.get("a"), inDay < 12 ? 0 : 1)
    ? hour
    : new Unresolved("the hours do not agree");
}

/** Returns the hour from the first part that has it. */
function hourOfSome(numbers: ReadonlyMap<string, number>): number | Unresolved | undefined {
  const [hour, ofClock, half] = [numbers.get("H"), numbers.get("k"), numbers.get("a")];
  if (hour !== undefined) return outside("hours", hour, 0, 24) ?? hour;
  if (ofClock !== undefined) return outside("hours", ofClock, 1, 24) ?? ofClock % 24;
  const [twelve, eleven] = [numbers.get("h"), numbers.get("K")];
  if (half === undefined)
    return twelve === undefined && eleven === undefined
      ? undefined
      : new Unresolved("hh needs AM or PM; the hour of the day is HH");
  if (twelve !== undefined) return outside("hours", twelve, 1, 12) ?? (twelve % 12) + half * 12;
  return eleven === undefined ? undefined : (outside("hours", eleven, 0, 11) ?? eleven + half * 12);
}

/** Returns the milliseconds of the day; 24:00 is the start of the next day. */
function timeOf(numbers: ReadonlyMap<string, number>): number | Unresolved {
  const whole = numbers.get("A");
  if (whole !== undefined)
    return outside("milliseconds", whole, 0, millisecondsPerDay - 1) ?? whole;
  const hour = hourOf(numbers);
  const [minute = 0, second = 0] = [numbers.get("m"), numbers.get("s")];
  const nanos = numbers.get("n");
  const milliseconds = numbers.get("S") ?? Math.floor((nanos ?? 0) / 1_000_000);
  if (hour === undefined || (numbers.has("s") && !numbers.has("m")))
    return new Unresolved("it has no time of day");
  if (typeof hour !== "number") return hour;
  const wrong = outside("minutes", minute, 0, 59) ?? outside("seconds", second, 0, 59);
  if (wrong !== undefined) return wrong;
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  return time > millisecondsPerDay ? new Unresolved("hours are 0 to 23, got 24") : time;
}
