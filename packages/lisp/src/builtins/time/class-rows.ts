// Rows shared by the time classes: parsing a text, the current time by the run's clock, and
// conversions from another time or an instant.

import { shortened } from "@ptc/core/internal/printing";
import { parseTemporal } from "@ptc/core/internal/decoding";
import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { row, type BuiltinRow, type Example } from "../row.ts";
import { ofInstant } from "./conversions.ts";
import { formatterHint } from "./formatter-hint.ts";
import { parseByFormatter } from "./formatters.ts";
import { fromTemporal } from "./local-parts.ts";
import { binary, inRange, unary } from "./temporal-arguments.ts";
import { zoneArgument } from "./zones.ts";

type TimeKind = Exclude<TemporalKind, "instant" | "local-date" | "duration" | "period">;

export const classNames: Readonly<Record<TimeKind, string>> = {
  "local-date-time": "LocalDateTime",
  "local-time": "LocalTime",
  "year-month": "YearMonth",
  "offset-date-time": "OffsetDateTime",
  "zoned-date-time": "ZonedDateTime",
};

/** An accepted text of each kind, for hints. */
const isoForms: Readonly<Record<TimeKind, string>> = {
  "local-date-time": '"2026-01-31T12:30"',
  "local-time": '"12:30"',
  "year-month": '"2026-01"',
  "offset-date-time": '"2026-01-31T12:30+02:00"',
  "zoned-date-time": '"2026-01-31T12:30+02:00" or "2026-01-31T12:30Z[UTC]"',
};

function parse(kind: TimeKind, value: Value, operation: string): Temporal {
  const text = stringArgument(value, operation);
  const result = text.length > 80 ? undefined : parseTemporal(kind, text);
  if (result !== undefined)
    return inRange(kind, result.amount, operation, result.offset, result.zone);
  throw wrongArgument(
    operation,
    `cannot read ${JSON.stringify(shortened(text, 60))}`,
    parseHint(kind, text),
  );
}

function parseHint(kind: TimeKind, text: string): string {
  const form = `write it as ${isoForms[kind]}`;
  const isDateTime = kind.endsWith("date-time");
  if (isDateTime && /^\d{4}-\d\d-\d\d \d/.test(text))
    return `put a T between date and time: ${JSON.stringify(shortened(text, 40).replace(" ", "T"))}; ${form}`;
  if (isDateTime && /^\d{4}-\d\d-\d\d$/.test(text))
    return "without a time this is a date: use (LocalDate/parse s), and (.atStartOfDay date)";
  if (kind === "local-date-time" && /(?:Z|[+-]\d\d:?\d\d)$/.test(text))
    return "for text with an offset use (OffsetDateTime/parse s) or (Instant/parse s)";
  if (kind === "zoned-date-time" && text.endsWith("]") && text.includes("["))
    return "write the zone as [Europe/Berlin], [UTC] or [+02:00], after the offset";
  if (
    (kind === "offset-date-time" || kind === "zoned-date-time") &&
    /T\d\d:\d\d[\d:.]*$/.test(text)
  )
    return "for text without an offset use (LocalDateTime/parse s)";
  return `${form}; ${formatterHint(classNames[kind], text)}`;
}

/** Returns the current time, in UTC or another zone. */
function now(branch: Branch, kind: TemporalKind, zone: Value, operation: string): Temporal {
  const instant = new Temporal("instant", Math.trunc(branch.now()));
  if (kind !== "year-month") return ofInstant(kind, instant, zone, operation);
  return fromTemporal(kind, ofInstant("local-date", instant, zone, operation), operation);
}

export function nowRow(kind: TemporalKind, className: string, words: string): BuiltinRow {
  const operation = `${className}/now`;
  return row(operation, [`(${operation})`, `(${operation} zone)`], {
    doc: `The ${words} now, in UTC or another zone.`,
    example: [`(= (type (${operation})) :${kind})`, "true"],
    arities: {
      0: (branch) => now(branch, kind, "Z", operation),
      1: (branch, zone) => {
        zoneArgument(zone, operation);
        return now(branch, kind, zone, operation);
      },
    },
  });
}

export function fromRow(
  kind: TemporalKind,
  className: string,
  words: string,
  example: Example,
): BuiltinRow {
  const operation = `${className}/from`;
  return row(operation, `(${operation} x)`, {
    doc: `The ${words} of another time.`,
    example,
    arities: unary((value) => fromTemporal(kind, value, operation)),
  });
}

export function ofInstantRow(
  kind: TemporalKind,
  className: string,
  words: string,
  printed: string,
): BuiltinRow {
  const operation = `${className}/ofInstant`;
  return row(operation, `(${operation} instant zone)`, {
    doc: `The ${words} at an instant in a zone.`,
    example: [`(${operation} (Instant/parse "2026-01-31T12:30:00Z") ZoneOffset/UTC)`, printed],
    arities: binary((instant, zone) => ofInstant(kind, instant, zone, operation)),
  });
}

export function parseRow(kind: TimeKind, words: string, text: string, printed: string): BuiltinRow {
  const operation = `${classNames[kind]}/parse`;
  return row(operation, [`(${operation} s)`, `(${operation} s formatter)`], {
    doc: `The ${words} in ${text} form, or by a formatter.`,
    example: [`(${operation} ${JSON.stringify(text)})`, printed],
    arities: {
      1: (_, value) => parse(kind, value, operation),
      2: (branch, value, formatter) => parseByFormatter(branch, kind, value, formatter, operation),
    },
  });
}
