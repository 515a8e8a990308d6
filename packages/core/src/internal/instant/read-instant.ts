// Parses the ISO texts of instants and dates. Source: ISO 8601, as parsed by the classes of
// java.time. They are not part of decoding, because literals in programs need them.

import { Temporal, type TemporalKind } from "../../values/index.ts";

const millisecondsPerDay = 86_400_000;

const datePattern = /^([+-]\d{6}|\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Parses an ISO date-time with an offset, to the millisecond. Returns `undefined` for other text.
 * Doesn't use `Date.parse`, because hosts differ in the formats it accepts. Source: ISO 8601, as
 * parsed by Java's `Instant.parse`.
 */
export function parseInstant(text: string): Temporal | undefined {
  const separator = text.indexOf("T");
  const days = separator === -1 ? undefined : epochDays(text.slice(0, separator));
  const milliseconds = days === undefined ? undefined : timeOfDay(text.slice(separator + 1));
  if (days === undefined || milliseconds === undefined) return undefined;
  return temporalIfAmount("instant", days * millisecondsPerDay + milliseconds);
}

/**
 * Parses a date such as `2026-01-31`. Returns `undefined` if the text is not a date of the
 * calendar.
 */
export function parseLocalDate(text: string): Temporal | undefined {
  const days = epochDays(text);
  return days === undefined ? undefined : temporalIfAmount("local-date", days);
}

function temporalIfAmount(kind: TemporalKind, amount: number): Temporal | undefined {
  return Temporal.isAmount(kind, amount) ? new Temporal(kind, amount) : undefined;
}

/**
 * Returns the days since 1970 for a date such as `2026-01-31`. Returns `undefined` for a date that
 * doesn't exist, such as February 30 or a date in the year -0.
 */
function epochDays(text: string): number | undefined {
  const [, year, month, day] = datePattern.exec(text) ?? [];
  if (year === undefined || year === "-000000") return undefined;
  const milliseconds = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const movedMonth = new Date(milliseconds).getUTCMonth() + 1 !== Number(month);
  return movedMonth ? undefined : milliseconds / millisecondsPerDay;
}

/**
 * Returns the milliseconds since midnight UTC for a time such as `03:04:05.678+02:00`. 24:00 is
 * the end of the day.
 */
function timeOfDay(text: string): number | undefined {
  const [, hour, minute, second = "0", fraction = "", zone] = timePattern.exec(text) ?? [];
  const offset = zone === undefined ? undefined : zoneOffset(zone);
  if (hour === undefined || minute === undefined || offset === undefined) return undefined;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const milliseconds =
    ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 +
    Number(fraction.slice(0, 3).padEnd(3, "0"));
  return milliseconds > millisecondsPerDay ? undefined : milliseconds - offset;
}

/** Returns the offset east of UTC in milliseconds for `Z`, `+02:00` or `-0530`. */
function zoneOffset(zone: string): number | undefined {
  if (zone === "Z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
