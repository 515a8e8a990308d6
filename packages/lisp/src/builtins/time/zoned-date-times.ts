// Makes date-times with an offset, and date-times in a zone.

import { row, type BuiltinRow } from "../row.ts";
import { classNames, fromRow, nowRow, ofInstantRow, parseRow } from "./class-rows.ts";
import { argumentCount, zonedFromParts } from "./making-times.ts";

interface ZonedClass {
  readonly what: string;
  /** A text that parses to a value and prints the same. */
  readonly text: string;
  /** The part after the date and time. */
  readonly zone: "offset" | "zone";
  /** A call that makes one from another time. */
  readonly from: string;
}

/** Returns the rows shared by both classes of times with an offset. */
export function zonedRows(
  kind: "offset-date-time" | "zoned-date-time",
  { what, text, zone, from }: ZonedClass,
): readonly BuiltinRow[] {
  const className = classNames[kind];
  const printed = "2026-01-31T12:30Z";
  return [
    parseRow(kind, what, text, text),
    zonedOf(kind, zone),
    nowRow(kind, className, "date and time"),
    fromRow(
      kind,
      className,
      `date and time ${zone === "offset" ? "with its offset" : "in its zone"}`,
      [from, printed],
    ),
    ofInstantRow(kind, className, "date and time", printed),
  ];
}

function zonedOf(kind: "offset-date-time" | "zoned-date-time", zone: string): BuiltinRow {
  const operation = `${classNames[kind]}/of`;
  const form = `(${operation} date-time ${zone})`;
  return row(operation, [form, `(${operation} date time ${zone})`], {
    doc: `A date-time with this ${zone}, from a date-time or a date and a time.`,
    example: [
      `(${operation} (LocalDateTime/of 2026 1 31 12 30) ZoneOffset/UTC)`,
      "2026-01-31T12:30Z",
    ],
    arities: {
      rest: {
        from: 2,
        apply: (_, parts) => {
          argumentCount(parts, [2, 3, 8], operation, form);
          return zonedFromParts(kind, parts, operation);
        },
      },
    },
  });
}
