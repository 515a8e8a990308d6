// Zones as the texts Java's objects print as: "Z", "+02:00", "UTC", "Europe/Berlin". The rules of
// places change by law, so they come from the host; see named-zones.ts.

import type { Temporal, Value } from "@ptc/core/values";
import { offsetText } from "@ptc/core/internal/values";
import { readZone, type FixedZone } from "@ptc/core/internal/decoding";
import { assertKnownZone } from "./named-zones.ts";
import { row, type BuiltinRow } from "../row.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { binary, temporal, textConstant, unary, wholeArgument } from "./temporal-arguments.ts";

const longestOffset = 18 * 3_600_000;

/** Parses `+2`, `+0230` and `UTC+2` to their printed form. */
const shortOffset = /^(UTC|GMT|UT|)([+-])(\d{1,2})$/;
const denseOffset = /^([+-]\d\d)(\d\d)(\d\d)?$/;

function spelledOut(text: string): string {
  return text
    .replace(shortOffset, (_, prefix: string, sign: string, hours: string) => {
      return `${prefix}${sign}${hours.padStart(2, "0")}:00`;
    })
    .replace(denseOffset, (_, hours: string, minutes: string, seconds?: string) => {
      return `${hours}:${minutes}${seconds === undefined ? "" : `:${seconds}`}`;
    });
}

/**
 * Returns a zone. The offset of a zone of a place depends on the time, so it is 0 here.
 * @throws EvaluationError unless `value` is a zone
 */
export function zoneArgument(value: Value, operation: string): FixedZone {
  const text = stringArgument(value, operation, "a zone such as ZoneOffset/UTC");
  const zone = readZone(spelledOut(text.slice(0, 20)));
  if (zone !== undefined && text.length <= 20) return zone;
  assertKnownZone(text, operation);
  return { offset: 0, name: text };
}

/** @throws EvaluationError unless `value` is an offset from UTC without another name */
export function offsetArgument(value: Value, operation: string): FixedZone {
  const zone = zoneArgument(value, operation);
  if (zone.name === "") return zone;
  throw wrongArgument(
    operation,
    `${JSON.stringify(zone.name)} is a zone, not an offset`,
    'use ZoneOffset/UTC, or (ZoneOffset/of "+02:00")',
  );
}

/** Returns the text of a zone. */
function zoneText({ offset, name }: FixedZone): string {
  return name === "" ? offsetText(offset) : name;
}

function offsetOf(milliseconds: number, operation: string): string {
  if (Math.abs(milliseconds) <= longestOffset) return offsetText(milliseconds);
  throw wrongArgument(operation, "an offset is at most 18 hours");
}

function ofHoursAndMinutes(hours: Value, minutes: Value): string {
  const operation = "ZoneOffset/ofHoursMinutes";
  const [first, second] = [wholeArgument(hours, operation), wholeArgument(minutes, operation)];
  if (first * second < 0 || Math.abs(second) > 59)
    throw wrongArgument(
      operation,
      "minutes are 0 to 59, and negative if the hours are",
      "five and a half hours west: (ZoneOffset/ofHoursMinutes -5 -30)",
    );
  return offsetOf((first * 60 + second) * 60_000, operation);
}

const withOffset = ["zoned-date-time", "offset-date-time"] as const;

export function zoneOf(value: Temporal): string {
  return zoneText({ offset: value.offset, name: value.zone });
}

export const zoneRows: readonly BuiltinRow[] = [
  textConstant("ZoneOffset/UTC", "Z", "The offset of UTC, for .atZone and .atOffset."),
  row("ZoneOffset/of", "(ZoneOffset/of s)", {
    doc: "Reads an offset: Z, +02:00 or -05:30.",
    example: ['(ZoneOffset/of "+2")', '"+02:00"'],
    arities: unary((text) => zoneText(offsetArgument(text, "ZoneOffset/of"))),
  }),
  row("ZoneOffset/ofHours", "(ZoneOffset/ofHours n)", {
    doc: "Makes an offset of hours east of UTC.",
    example: ["(ZoneOffset/ofHours -5)", '"-05:00"'],
    arities: unary((hours) =>
      offsetOf(wholeArgument(hours, "ZoneOffset/ofHours") * 3_600_000, "ZoneOffset/ofHours"),
    ),
  }),
  row("ZoneOffset/ofHoursMinutes", "(ZoneOffset/ofHoursMinutes hours minutes)", {
    doc: "Makes an offset of hours and minutes east of UTC, both of one sign.",
    example: ["(ZoneOffset/ofHoursMinutes 5 30)", '"+05:30"'],
    arities: binary(ofHoursAndMinutes),
  }),
  row("ZoneOffset/ofTotalSeconds", "(ZoneOffset/ofTotalSeconds n)", {
    doc: "Makes an offset of seconds east of UTC.",
    example: ["(ZoneOffset/ofTotalSeconds 3600)", '"+01:00"'],
    arities: unary((seconds) => {
      const operation = "ZoneOffset/ofTotalSeconds";
      return offsetOf(wholeArgument(seconds, operation) * 1000, operation);
    }),
  }),
  row("ZoneId/of", "(ZoneId/of s)", {
    doc: "A zone: of a place such as Europe/Berlin, UTC, GMT, Z, +02:00 or UTC+02:00.",
    example: ['(ZoneId/of "UTC")', '"UTC"'],
    arities: unary((text) => zoneText(zoneArgument(text, "ZoneId/of"))),
  }),
  row("ZoneId/systemDefault", "(ZoneId/systemDefault)", {
    doc: "The default zone, UTC.",
    example: ["(ZoneId/systemDefault)", '"UTC"'],
    arities: { 0: () => "UTC" },
  }),
  row(".getId", "(.getId zone)", {
    doc: "A zone's text.",
    example: ["(.getId ZoneOffset/UTC)", '"Z"'],
    arities: unary((zone) => zoneText(zoneArgument(zone, ".getId"))),
  }),
  row(".getTotalSeconds", "(.getTotalSeconds offset)", {
    doc: "An offset's seconds east of UTC.",
    example: ["(.getTotalSeconds (ZoneOffset/ofHours 1))", "3600"],
    arities: unary((zone) => offsetArgument(zone, ".getTotalSeconds").offset / 1000),
  }),
  row(".getZone", "(.getZone x)", {
    doc: "Returns the zone of x.",
    example: [
      '(.getZone (.atZone (Instant/parse "2026-01-01T00:00:00Z") (ZoneId/of "UTC")))',
      '"UTC"',
    ],
    arities: unary((value) => zoneOf(temporal(value, "zoned-date-time", ".getZone"))),
  }),
  row(".getOffset", "(.getOffset x)", {
    doc: "Returns the offset of x.",
    example: ['(.getOffset (OffsetDateTime/parse "2026-01-01T00:00+02:00"))', '"+02:00"'],
    arities: unary((value) => offsetText(temporal(value, withOffset, ".getOffset").offset)),
  }),
];
