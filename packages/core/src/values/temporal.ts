// All kinds of time: instants, dates, times of day, date-times with and without an offset,
// durations, periods. They are one class with a kind, so comparing and encoding are in one place. A
// value of each kind consists of these numbers:
//
//   kind               amount                     offset            zone
//   instant            milliseconds since 1970
//   local-date         days since 1970
//   duration           milliseconds
//   local-date-time    milliseconds since 1970
//   local-time         milliseconds of the day
//   year-month         months since 1970
//   offset-date-time   milliseconds since 1970    milliseconds      none, or the name of the zone
//   zoned-date-time    in UTC                     east of UTC
//   period             months, years among them   days              the years, in digits

import { inspected } from "./inspection.ts";

/** The kinds of dates, times and durations, as in java.time. */
export type TemporalKind =
  | "instant"
  | "local-date"
  | "duration"
  | "local-date-time"
  | "local-time"
  | "year-month"
  | "offset-date-time"
  | "zoned-date-time"
  | "period";

const millisecondsPerDay = 86_400_000;

/** The host's calendar extends this many days before and after 1970. */
const maximumDays = 100_000_000;

/** All months up to this many before and after 1970 are completely within that calendar. */
const maximumMonths = 3_285_000;

/** A time, a date, a duration or a period; see the table at the top of this file. */
export class Temporal {
  readonly kind: TemporalKind;
  readonly amount: number;
  readonly offset: number;
  readonly zone: string;

  /**
   * @throws RangeError for an amount that `isAmount` rejects, so every value can be printed and
   * encoded
   */
  constructor(kind: TemporalKind, amount: number, offset = 0, zone = "") {
    if (!Temporal.isAmount(kind, amount, offset))
      throw new RangeError(`${String(amount)} is not a valid amount for ${kind}`);
    this.kind = kind;
    // Normalize -0 to 0, so a value is the same after it was written and read.
    this.amount = amount === 0 ? 0 : amount;
    this.offset = offset === 0 ? 0 : offset;
    this.zone = zone;
  }

  /**
   * True if the kind accepts this amount: any finite number for durations, and integers within 100
   * million days of 1970 for other kinds.
   */
  static isAmount(kind: TemporalKind, amount: number, offset = 0): boolean {
    if (kind === "duration") return Number.isFinite(amount);
    if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(offset)) return false;
    if (kind === "period") return true;
    if (kind === "local-time") return amount >= 0 && amount < millisecondsPerDay;
    if (kind === "year-month") return Math.abs(amount) <= maximumMonths;
    const most = kind === "local-date" ? maximumDays : maximumDays * millisecondsPerDay;
    return Math.abs(amount) <= most && Math.abs(amount + offset) <= most;
  }

  /** @internal Returns the form for consoles. */
  [inspected](): unknown {
    return temporalText(this);
  }
}

/**
 * Returns the ISO text of a value: `2026-01-02T03:04:05.678Z`, `2026-01-02`, `PT1H30M`,
 * `10:15+02:00`.
 */
export function temporalText({ kind, amount, offset, zone }: Temporal): string {
  switch (kind) {
    case "instant":
      return new Date(amount).toISOString().replace(".000Z", "Z");
    case "local-date":
      return new Date(amount * millisecondsPerDay).toISOString().slice(0, -14);
    case "duration":
      return durationText(amount);
    case "local-time":
      return localText(amount).slice(11);
    case "year-month":
      return new Date(new Date(0).setUTCMonth(amount)).toISOString().slice(0, -17);
    case "period":
      return periodText(Number(zone), amount - Number(zone) * 12, offset);
    default:
      return `${localText(amount + offset)}${kind === "local-date-time" ? "" : offsetText(offset)}${zone && `[${zone}]`}`;
  }
}

/** Formats a time as java.time does: omits the seconds if they are zero. */
function localText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/(?:(?::00)?\.000)?Z$/, "");
}

/** Returns `Z`, `+02:00` or `-05:30:15`. */
export function offsetText(milliseconds: number): string {
  if (milliseconds === 0) return "Z";
  const size = localText(Math.abs(milliseconds)).slice(11);
  return `${milliseconds < 0 ? "-" : "+"}${size}`;
}

function durationText(milliseconds: number): string {
  if (milliseconds === 0) return "PT0S";
  const total = Math.trunc(milliseconds / 1000);
  const hours = Math.trunc(total / 3600);
  const minutes = Math.trunc((total % 3600) / 60);
  const seconds = (milliseconds - (hours * 3600 + minutes * 60) * 1000) / 1000;
  const text = `PT${part(hours, "H")}${part(minutes, "M")}${secondsText(seconds)}`;
  return text === "PT" ? "PT0S" : text;
}

/** Formats seconds to the nanosecond, without an exponent. */
function secondsText(seconds: number): string {
  const [whole = "", fraction = ""] = seconds.toFixed(9).split(".");
  let end = fraction.length;
  while (end > 0 && fraction.charAt(end - 1) === "0") end--;
  if (end > 0) return `${whole}.${fraction.slice(0, end)}S`;
  return Number(whole) === 0 ? "" : `${whole}S`;
}

function periodText(years: number, months: number, days: number): string {
  const text = `P${part(years, "Y")}${part(months, "M")}${part(days, "D")}`;
  return text === "P" ? "P0D" : text;
}

function part(amount: number, unit: string): string {
  return amount === 0 ? "" : `${String(amount)}${unit}`;
}
