// Parses the ISO texts of all kinds of time. Source: ISO 8601, as parsed by the classes of
// java.time.

import { Temporal, type TemporalKind } from "../values/index.ts";
import { offsetText } from "../values/internal.ts";
import { parseInstant, parseLocalDate } from "../internal/instant/index.ts";

const millisecondsPerDay = 86_400_000;

const zonedPattern = /^(.{1,40}?)(Z|[+-]\d{2}(?::\d{2}(?::\d{2})?)?)(?:\[(.{1,60})\])?$/;
/** The name of a place. Only the caller knows if it exists, and its offset is as written. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]{1,30}(?:\/[A-Za-z0-9_+-]{1,30}){0,2}$/;
const zonePattern =
  /^(?:(Etc\/UTC|UTC|GMT|UT)|(UTC|GMT|UT)?([+-])(\d{2})(?::(\d{2})(?::(\d{2}))?)?)$/;
const periodPattern =
  /^([+-]?)P(?=[+\d-])(?:([+-]?\d{1,10})Y)?(?:([+-]?\d{1,10})M)?(?:([+-]?\d{1,10})W)?(?:([+-]?\d{1,10})D)?$/i;

/**
 * Parses the ISO text of a value of `kind`, as `temporalText` and java.time write it. Returns
 * `undefined` for other text, and for durations.
 */
export function parseTemporal(kind: TemporalKind, text: string): Temporal | undefined {
  if (kind === "instant") return parseInstant(text);
  if (kind === "local-date") return parseLocalDate(text);
  if (kind === "period") return parsePeriod(text);
  if (kind === "year-month") {
    const first = parseLocalDate(`${text}-01`);
    if (first === undefined) return undefined;
    const date = new Date(first.amount * millisecondsPerDay);
    return temporalIfAmount(kind, (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth());
  }
  if (kind === "duration") return undefined;
  if (kind === "offset-date-time" || kind === "zoned-date-time") return parseZoned(kind, text);
  // Only instants accept the end of the day, 24:00.
  const dated = kind === "local-time" ? `1970-01-01T${text}` : text;
  if (dated.includes("T24")) return undefined;
  const instant = parseInstant(`${dated}Z`);
  return instant && temporalIfAmount(kind, instant.amount);
}

/**
 * Parses a local time with its offset. If a zone follows and disagrees with the offset, the zone
 * wins, as in Java.
 */
function parseZoned(
  kind: "offset-date-time" | "zoned-date-time",
  text: string,
): Temporal | undefined {
  const [, localText = "", distance = "", zoneText] = zonedPattern.exec(text) ?? [];
  const local = parseTemporal("local-date-time", localText);
  const offset = readZone(distance)?.offset;
  if (local === undefined || offset === undefined) return undefined;
  if (zoneText === undefined) return temporalIfAmount(kind, local.amount - offset, offset);
  if (kind !== "zoned-date-time") return undefined;
  const zone = readZone(zoneText) ?? (zoneName.test(zoneText) && { offset, name: zoneText });
  return zone === false
    ? undefined
    : temporalIfAmount(kind, local.amount - offset, zone.offset, zone.name);
}

/** A zone with a constant offset from UTC. `name` is empty if the zone is only an offset. */
export interface FixedZone {
  /** Milliseconds east of UTC. */
  readonly offset: number;
  readonly name: string;
}

/** Parses `Z`, `+02:00`, `UTC` or `GMT-05:00`, up to 18 hours, as java.time does. */
export function readZone(text: string): FixedZone | undefined {
  if (text === "Z") return { offset: 0, name: "" };
  const [all, name, prefix, sign, hours = "0", minutes = "0", seconds = "0"] =
    zonePattern.exec(text) ?? [];
  if (all === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  if (size > 18 * 3_600_000) return undefined;
  const offset = (sign === "-" ? -size : size) + 0;
  if (prefix === undefined) return { offset, name: name ?? "" };
  return { offset, name: offset === 0 ? prefix : `${prefix}${offsetText(offset)}` };
}

function parsePeriod(text: string): Temporal | undefined {
  const [all, sign, ...numbers] = periodPattern.exec(text) ?? [];
  if (all === undefined) return undefined;
  const direction = sign === "-" ? -1 : 1;
  const [years = 0, months = 0, weeks = 0, days = 0] = numbers.map(
    (digits: string | undefined) => direction * Number(digits ?? 0),
  );
  return makePeriod(years, months, weeks * 7 + days);
}

/** Returns the period, or `undefined` if a part doesn't fit 32 bits, as in java.time. */
export function makePeriod(years: number, months: number, days: number): Temporal | undefined {
  if (![years, months, days].every((part) => part === (part | 0))) return undefined;
  return new Temporal("period", years * 12 + months, days, String(years + 0));
}

function temporalIfAmount(
  kind: TemporalKind,
  amount: number,
  offset = 0,
  zone = "",
): Temporal | undefined {
  return Temporal.isAmount(kind, amount, offset)
    ? new Temporal(kind, amount, offset, zone)
    : undefined;
}
