// Formatters, and formatting and parsing times with them. A formatter is the text of its pattern or
// the name of one of Java's constants, so programs can store it like any text.

import { shortened } from "@ptc/core/internal/printing";
import { parseInstant } from "@ptc/core/internal/instant";
import { Temporal, type TemporalKind, type Value } from "@ptc/core/values";
import { temporalText } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { row, type BuiltinRow } from "../row.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { printShort } from "../../evaluation/errors/print-short.ts";
import { chargeText } from "../text/text-cost.ts";
import { stringArgument, wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { localeArgument } from "./calendar-names.ts";
import { datePattern, formatterNames, type DatePattern } from "./date-patterns.ts";
import { formatByPattern } from "./format-pattern.ts";
import { convertedTo } from "./local-parts.ts";
import { readByPattern, type ReadParts } from "./parse-pattern.ts";
import { Unresolved, resolved, resolvedWhole } from "./resolve-parts.ts";
import { isNamedZone } from "./named-zones.ts";
import { textConstant } from "./temporal-arguments.ts";
import { zoneArgument } from "./zones.ts";

const instantFormatter = "ISO_INSTANT";

/**
 * The charged cost of formatting or parsing by a pattern. Both are bounded, see
 * `date-patterns.ts`.
 */
const workOfPattern = 2000;

function ofPattern(branch: Branch, pattern: Value): string {
  chargeText(branch, workOfPattern);
  const text = stringArgument(
    pattern,
    "DateTimeFormatter/ofPattern",
    'a pattern such as "dd/MM/yyyy"',
  );
  if (text !== instantFormatter) datePattern(text);
  return text;
}

/** `(.format time formatter)` or `(.format formatter time)`. */
function format(branch: Branch, left: Value, right: Value): string {
  const [value, formatter] = left instanceof Temporal ? [left, right] : [right, left];
  if (!(value instanceof Temporal) || value.kind === "duration" || value.kind === "period")
    throw wrongType(
      ".format",
      "a date or time and a formatter",
      left,
      typeof left === "string" && left.includes("%")
        ? `omit the dot: (format ${printShort(left)} x …)`
        : 'write (.format date (DateTimeFormatter/ofPattern "dd/MM/yyyy")); for numbers use (format "%.2f" x)',
    );
  chargeText(branch, workOfPattern);
  if (formatter !== instantFormatter) return formatByPattern(value, datePattern(formatter));
  const instant = convertedTo("instant", value, ".format");
  if (instant !== undefined) return temporalText(instant);
  throw wrongArgument(
    ".format",
    "this is not an instant",
    "add a zone first: (.atZone x ZoneOffset/UTC)",
  );
}

const longestText = 120;

/** `(LocalDate/parse s formatter)`, and the same for other kinds. */
export function parseByFormatter(
  branch: Branch,
  kind: TemporalKind,
  value: Value,
  formatter: Value,
  operation: string,
): Temporal {
  const text = stringArgument(value, operation);
  chargeText(branch, workOfPattern);
  if (formatter === instantFormatter && kind !== "local-date") {
    const instant = parseInstant(text.slice(0, longestText));
    const read = instant && convertedTo(kind, instant, operation);
    if (read !== undefined) return read;
  }
  const pattern = datePattern(formatter === instantFormatter ? "ISO_OFFSET_DATE_TIME" : formatter);
  return readText(text, formatter, pattern, operation, (read) =>
    resolved(kind, read, pattern.isStrict),
  );
}

/** `(.parse formatter s)`: returns the date, the time or both from the text. */
function parseWhole(branch: Branch, formatter: Value, value: Value): Temporal {
  const operation = ".parse";
  const text = stringArgument(value, operation);
  if (formatter === instantFormatter)
    return parseByFormatter(branch, "instant", text, formatter, operation);
  chargeText(branch, workOfPattern);
  const pattern = datePattern(formatter);
  return readText(text, formatter, pattern, operation, (read) =>
    resolvedWhole(read, pattern.isStrict),
  );
}

function readText(
  text: string,
  formatter: Value,
  pattern: DatePattern,
  operation: string,
  resolve: (read: ReadParts) => Temporal | Unresolved,
): Temporal {
  const read = text.length > longestText ? 0 : readByPattern(text, pattern);
  const result =
    typeof read === "number"
      ? new Unresolved(`it does not match at index ${String(read)}`)
      : resolve(read);
  if (result instanceof Temporal) return result;
  throw wrongArgument(
    operation,
    `cannot read ${JSON.stringify(shortened(text, 60))} with ${JSON.stringify(formatter)}: ${result.problem}`,
    "two letters read two digits, one reads any number: d/M/yyyy; names are Jan or January, Mon or Monday, AM or PM",
  );
}

/** Returns the formatter unchanged, because every formatter writes instants in UTC. */
function withZone(formatter: Value, zone: Value): Value {
  const operation = ".withZone";
  const { offset, name } = zoneArgument(zone, operation);
  if (formatter !== instantFormatter) datePattern(formatter);
  if (offset === 0 && !isNamedZone(name)) return formatter;
  throw wrongArgument(
    operation,
    "formatters write in UTC",
    "convert the time instead: (.format (.atZone instant zone) formatter)",
  );
}

const pattern = '(DateTimeFormatter/ofPattern "dd/MM/yyyy")';

export const formatterRows: readonly BuiltinRow[] = [
  row(
    "DateTimeFormatter/ofPattern",
    ["(DateTimeFormatter/ofPattern s)", "(DateTimeFormatter/ofPattern s locale)"],
    {
      doc: "A formatter for .format and parse: yyyy MM dd HH mm ss SSS, MMM and EEE for names, hh:mm a, XXX for offset.",
      example: [`(LocalDate/parse "31/01/2026" ${pattern})`, "2026-01-31"],
      arities: {
        1: ofPattern,
        2: (branch, text, locale) => {
          localeArgument(locale, "DateTimeFormatter/ofPattern");
          return ofPattern(branch, text);
        },
      },
    },
  ),
  ...formatterNames.map((name) =>
    textConstant(
      `DateTimeFormatter/${name}`,
      name,
      `The formatter that Java calls ${name}, for .format and parse.`,
    ),
  ),
  row(".format", ["(.format time formatter)", "(.format formatter time)"], {
    doc: "Formats a date or time as text; an instant in UTC.",
    example: [`(.format (LocalDate/of 2026 1 31) ${pattern})`, '"31/01/2026"'],
    arities: { 2: format },
  }),
  row(".parse", "(.parse formatter s)", {
    doc: "Reads a date, time or date-time by a formatter.",
    example: [`(.parse ${pattern} "31/01/2026")`, "2026-01-31"],
    arities: { 2: parseWhole },
  }),
  row(".withZone", "(.withZone formatter zone)", {
    doc: "Returns the formatter, which writes instants in UTC anyway.",
    example: [
      `(.format (.withZone ${pattern} ZoneOffset/UTC) (Instant/parse "2026-01-31T12:00:00Z"))`,
      '"31/01/2026"',
    ],
    arities: { 2: (_, formatter, zone) => withZone(formatter, zone) },
  }),
  row(".withLocale", "(.withLocale formatter locale)", {
    doc: "Returns the formatter; names are always English.",
    example: [`(.withLocale ${pattern} Locale/US)`, '"dd/MM/yyyy"'],
    arities: {
      2: (_, formatter, locale) => {
        localeArgument(locale, ".withLocale");
        return formatter;
      },
    },
  }),
];
