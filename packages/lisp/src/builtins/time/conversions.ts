// Converts between kinds of time: the date of a date-time, a date at a time, an instant in a zone.

import type { Temporal, TemporalKind, Value } from "@ptc/core/values";
import { row, type BuiltinRow, type Example } from "../row.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { lengthOfMonth, calendarDate } from "./calendar.ts";
import {
  convertedTo,
  firstDayOfMonth,
  fromTemporal,
  localDay,
  withLocal,
  localTimeOfDay,
  millisecondsPerDay,
} from "./local-parts.ts";
import { inRange, temporal, unary, wholeArgument } from "./temporal-arguments.ts";
import { timeFromParts } from "./making-times.ts";
import { instantOfLocal } from "./named-zones.ts";
import { offsetArgument, zoneArgument } from "./zones.ts";

type Kinds = readonly [TemporalKind, ...TemporalKind[]];

const zoned: Kinds = ["zoned-date-time", "offset-date-time"];

function inZone(value: Value, zone: Value, operation: ".atZone" | ".atOffset"): Temporal {
  const isZone = operation === ".atZone";
  const { kind, amount } = temporal(value, ["instant", "local-date-time"], operation);
  const target = (isZone ? zoneArgument : offsetArgument)(zone, operation);
  return inRange(
    isZone ? "zoned-date-time" : "offset-date-time",
    kind === "instant" ? amount : instantOfLocal(amount, target, undefined, operation),
    operation,
    target.offset,
    target.name,
  );
}

/** Returns the same moment, or the same local time, in another zone. */
function moveZone(value: Value, zone: Value, operation: string): Temporal {
  const isZone = operation.startsWith(".withZone");
  const { kind, amount, offset } = temporal(
    value,
    isZone ? "zoned-date-time" : "offset-date-time",
    operation,
  );
  const target = (isZone ? zoneArgument : offsetArgument)(zone, operation);
  const moved = operation.endsWith("Local")
    ? instantOfLocal(amount + offset, target, offset, operation)
    : amount;
  return inRange(kind, moved, operation, target.offset, target.name);
}

function zoneMove(operation: string, doc: string, printed: string): BuiltinRow {
  const [kind, zone] = operation.startsWith(".withZone")
    ? ["ZonedDateTime", "zone"]
    : ["OffsetDateTime", "offset"];
  return row(operation, `(${operation} x ${zone})`, {
    doc,
    example: [
      `(str (${operation} (${kind}/parse "2026-01-01T10:00Z") (ZoneOffset/ofHours 2)))`,
      JSON.stringify(printed),
    ],
    arities: { 2: (_, value, target) => moveZone(value, target, operation) },
  });
}

/** Returns the row of a part of a date-time, or of a conversion of the whole. */
function partOf(
  name: string,
  kind: TemporalKind,
  kinds: Kinds,
  doc: string,
  example: Example,
): BuiltinRow {
  return row(name, `(${name} x)`, {
    doc,
    example,
    arities: unary((value) => fromTemporal(kind, temporal(value, kinds, name), name)),
  });
}

/** Returns an instant. A date-time without offset needs one as an argument. */
function toInstant(value: Value, offset: Value | undefined): Temporal {
  const operation = ".toInstant";
  if (offset === undefined)
    return fromTemporal(
      "instant",
      temporal(
        value,
        ["instant", ...zoned],
        operation,
        "with the offset: (.toInstant x ZoneOffset/UTC)",
      ),
      operation,
    );
  const { amount } = temporal(value, "local-date-time", operation);
  return inRange("instant", amount - offsetArgument(offset, operation).offset, operation);
}

function toEpochSecond(value: Value, offset: Value | undefined): number {
  const operation = ".toEpochSecond";
  const { amount } =
    offset === undefined
      ? temporal(value, zoned, operation)
      : temporal(value, "local-date-time", operation);
  const distance = offset === undefined ? 0 : offsetArgument(offset, operation).offset;
  return Math.floor((amount - distance) / 1000);
}

/** Returns a date at a time of day, given whole or as its parts. */
function atTime(date: Value, parts: readonly Value[]): Temporal {
  const operation = ".atTime";
  const { amount } = temporal(date, "local-date", operation);
  const [time = null] = parts;
  const { amount: milliseconds } =
    parts.length === 1 ? temporal(time, "local-time", operation) : timeFromParts(parts, operation);
  return inRange("local-date-time", amount * millisecondsPerDay + milliseconds, operation);
}

function atStartOfDay(date: Value, zone: Value | undefined): Temporal {
  const operation = ".atStartOfDay";
  const start =
    temporal(date, "local-date", operation, "use (.truncatedTo x ChronoUnit/DAYS)").amount *
    millisecondsPerDay;
  if (zone === undefined) return inRange("local-date-time", start, operation);
  const target = zoneArgument(zone, operation);
  const amount = instantOfLocal(start, target, undefined, operation);
  return inRange("zoned-date-time", amount, operation, target.offset, target.name);
}

function atDay(value: Value, day: Value): Temporal {
  const operation = ".atDay";
  const first = firstDayOfMonth(temporal(value, "year-month", operation).amount);
  const length = monthLength(first);
  const wanted = wholeArgument(day, operation);
  if (wanted >= 1 && wanted <= length) return inRange("local-date", first + wanted - 1, operation);
  throw wrongArgument(
    operation,
    `the days of this month are 1 to ${String(length)}, got ${String(wanted)}`,
    "for the last day use (.atEndOfMonth x)",
  );
}

function monthLength(firstDay: number): number {
  const { year, month } = calendarDate(firstDay);
  return lengthOfMonth(year, month);
}

function atEndOfMonth(value: Value): Temporal {
  const first = firstDayOfMonth(temporal(value, "year-month", ".atEndOfMonth").amount);
  return inRange("local-date", first + monthLength(first) - 1, ".atEndOfMonth");
}

/** `(LocalDate/ofInstant instant zone)`, and the same for date-times. */
export function ofInstant(
  kind: TemporalKind,
  instant: Value,
  zone: Value,
  operation: string,
): Temporal {
  const { amount } = temporal(instant, "instant", operation);
  const { offset, name } = zoneArgument(zone, operation);
  const inside = inRange("zoned-date-time", amount, operation, offset, name);
  return convertedTo(kind, inside, operation) ?? inside;
}

/** `(.with date-time time)`: replaces the date or time of a value. */
export function withPart(value: Temporal, part: Temporal, operation: string): Temporal | undefined {
  if (part.kind === "local-time" && value.kind.endsWith("date-time"))
    return withLocal(value, localDay(value), part.amount, operation);
  if (part.kind === "local-date" && value.kind.endsWith("date-time"))
    return withLocal(value, part.amount, localTimeOfDay(value), operation);
  return part.kind === value.kind ? part : undefined;
}

const time = '(ZonedDateTime/parse "2026-01-31T10:30+02:00")';

export const conversionRows: readonly BuiltinRow[] = [
  row(".atZone", "(.atZone x zone)", {
    doc: "Converts an instant to a zone, or puts a date-time in it.",
    example: [
      '(str (.atZone (Instant/parse "2026-01-01T00:00:00Z") ZoneOffset/UTC))',
      '"2026-01-01T00:00Z"',
    ],
    arities: { 2: (_, value, zone) => inZone(value, zone, ".atZone") },
  }),
  row(".atOffset", "(.atOffset x offset)", {
    doc: "Converts an instant to an offset, or puts a date-time at it.",
    example: [
      '(str (.atOffset (Instant/parse "2026-01-01T00:00:00Z") (ZoneOffset/ofHours 2)))',
      '"2026-01-01T02:00+02:00"',
    ],
    arities: { 2: (_, value, zone) => inZone(value, zone, ".atOffset") },
  }),
  zoneMove(".withZoneSameInstant", "The same moment in another zone.", "2026-01-01T12:00+02:00"),
  zoneMove(".withZoneSameLocal", "The same local time in another zone.", "2026-01-01T10:00+02:00"),
  zoneMove(
    ".withOffsetSameInstant",
    "The same moment at another offset.",
    "2026-01-01T12:00+02:00",
  ),
  zoneMove(
    ".withOffsetSameLocal",
    "The same local time at another offset.",
    "2026-01-01T10:00+02:00",
  ),
  row(".atZoneSameInstant", "(.atZoneSameInstant x zone)", {
    doc: "Converts a date-time with an offset to a zone.",
    example: [
      '(str (.atZoneSameInstant (OffsetDateTime/parse "2026-01-01T10:00+02:00") ZoneOffset/UTC))',
      '"2026-01-01T08:00Z"',
    ],
    arities: {
      2: (_, value, zone) => {
        const operation = ".atZoneSameInstant";
        const { amount } = temporal(value, "offset-date-time", operation);
        const { offset, name } = zoneArgument(zone, operation);
        return inRange("zoned-date-time", amount, operation, offset, name);
      },
    },
  }),
  partOf(".toLocalDate", "local-date", ["local-date-time", ...zoned], "The date of a date-time.", [
    `(.toLocalDate ${time})`,
    "2026-01-31",
  ]),
  partOf(
    ".toLocalTime",
    "local-time",
    ["local-date-time", ...zoned],
    "The time of day of a date-time.",
    [`(.toLocalTime ${time})`, "10:30"],
  ),
  partOf(".toLocalDateTime", "local-date-time", zoned, "The date-time without its zone.", [
    `(.toLocalDateTime ${time})`,
    "2026-01-31T10:30",
  ]),
  partOf(
    ".toOffsetDateTime",
    "offset-date-time",
    ["zoned-date-time"],
    "The date-time with its offset only.",
    [`(.toOffsetDateTime ${time})`, "2026-01-31T10:30+02:00"],
  ),
  partOf(
    ".toZonedDateTime",
    "zoned-date-time",
    ["offset-date-time"],
    "The date-time in the zone of its offset.",
    ['(.toZonedDateTime (OffsetDateTime/parse "2026-01-31T10:30Z"))', "2026-01-31T10:30Z"],
  ),
  row(".toInstant", ["(.toInstant x)", "(.toInstant date-time offset)"], {
    doc: "Returns the instant of a date-time and its own or a given offset.",
    example: [`(str (.toInstant ${time}))`, '"2026-01-31T08:30:00Z"'],
    arities: {
      1: (_, value) => toInstant(value, undefined),
      2: (_, value, offset) => toInstant(value, offset),
    },
  }),
  row(".toEpochSecond", ["(.toEpochSecond x)", "(.toEpochSecond date-time offset)"], {
    doc: "Returns whole seconds since 1970 of a date-time and its own or a given offset.",
    example: [`(.toEpochSecond ${time})`, "1769848200"],
    arities: {
      1: (_, value) => toEpochSecond(value, undefined),
      2: (_, value, offset) => toEpochSecond(value, offset),
    },
  }),
  row(".toSecondOfDay", "(.toSecondOfDay time)", {
    doc: "Returns a time's whole seconds since midnight.",
    example: ["(.toSecondOfDay (LocalTime/of 1 0))", "3600"],
    arities: unary((value) =>
      Math.floor(temporal(value, "local-time", ".toSecondOfDay").amount / 1000),
    ),
  }),
  row(".atTime", ["(.atTime date time)", "(.atTime date hour minute)"], {
    doc: "Combines date and time.",
    example: ["(.atTime (LocalDate/of 2026 1 31) 10 30)", "2026-01-31T10:30"],
    arities: { rest: { from: 2, apply: (_, [date = null, ...parts]) => atTime(date, parts) } },
  }),
  row(".atDate", "(.atDate time date)", {
    doc: "Combines time and date.",
    example: ["(.atDate (LocalTime/of 10 30) (LocalDate/of 2026 1 31))", "2026-01-31T10:30"],
    arities: { 2: (_, value, date) => atTime(date, [value]) },
  }),
  row(".atStartOfDay", ["(.atStartOfDay date)", "(.atStartOfDay date zone)"], {
    doc: "Returns midnight of a date, optionally in a zone.",
    example: ["(.atStartOfDay (LocalDate/of 2026 1 31))", "2026-01-31T00:00"],
    arities: {
      1: (_, date) => atStartOfDay(date, undefined),
      2: (_, date, zone) => atStartOfDay(date, zone),
    },
  }),
  row(".atDay", "(.atDay month n)", {
    doc: "Returns a day of a year-month.",
    example: ["(.atDay (YearMonth/of 2026 2) 1)", "2026-02-01"],
    arities: { 2: (_, value, day) => atDay(value, day) },
  }),
  row(".atEndOfMonth", "(.atEndOfMonth month)", {
    doc: "The last day of a year-month.",
    example: ["(.atEndOfMonth (YearMonth/of 2026 2))", "2026-02-28"],
    arities: unary(atEndOfMonth),
  }),
];
