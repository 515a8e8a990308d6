// Decodes the tags whose content is a text or a number.

import {
  Keyword,
  RegexValue,
  SymbolValue,
  Temporal,
  type TemporalKind,
  type Value,
  type WorkMeter,
} from "../values/index.ts";
import { exactInteger, hasTooManyDigits, maximumIntegerBits } from "../values/internal.ts";
import { readSpecialNumber } from "../encoding/internal.ts";
import { tags } from "../encoding/index.ts";
import { parseTemporal } from "./read-temporal.ts";
import { DecodingError } from "./untrusted-json.ts";

/** Returns the value, or `undefined` if the content doesn't fit the tag. */
export type ScalarReader = (content: unknown, path: string, meter: WorkMeter) => Value | undefined;

/** One reader for each kind of time. The tags are those of `temporalTag`. */
const timeReaders: Readonly<Record<TemporalKind, readonly [tag: string, read: ScalarReader]>> = {
  instant: [tags.instant, timeReader("instant")],
  "local-date": [tags.localDate, timeReader("local-date")],
  duration: [tags.duration, readDuration],
  "local-date-time": [tags.localDateTime, timeReader("local-date-time")],
  "local-time": [tags.localTime, timeReader("local-time")],
  "year-month": [tags.yearMonth, timeReader("year-month")],
  "offset-date-time": [tags.offsetDateTime, timeReader("offset-date-time")],
  "zoned-date-time": [tags.zonedDateTime, timeReader("zoned-date-time")],
  period: [tags.period, timeReader("period")],
};

/** One reader per tag. */
export const scalarReaders: readonly (readonly [tag: string, read: ScalarReader])[] = [
  [tags.keyword, ofText((text) => new Keyword(text))],
  [tags.symbol, ofText((text) => new SymbolValue(text))],
  [tags.regex, ofText((text) => new RegexValue(text))],
  [tags.integer, ofText(readInteger)],
  [tags.number, readSpecialNumber],
  ...Object.values(timeReaders),
];

function ofText(
  read: (text: string, path: string, meter: WorkMeter) => Value | undefined,
): ScalarReader {
  return (content, path, meter) => {
    if (typeof content !== "string") return undefined;
    if (content.length >= 16) meter.spend(content.length >>> 4);
    return read(content, path, meter);
  };
}

/** Computing a date costs more than reading other texts of its length. */
const workOfTime = 40;

function timeReader(kind: TemporalKind): ScalarReader {
  return ofText((text, _, meter) => {
    meter.spend(workOfTime);
    return parseTemporal(kind, text);
  });
}

function readInteger(text: string, path: string, meter: WorkMeter): Value | undefined {
  const digits = text.startsWith("-") ? text.slice(1) : text;
  // Search for a non-digit instead of matching `\d+`: hosts record every digit that `\d+` matches,
  // and can run out of memory.
  if (digits === "" || /\D/.test(digits)) return undefined;
  if (hasTooManyDigits(text))
    throw new DecodingError(
      path,
      `an integer of more than ${String(maximumIntegerBits)} bits can't be read`,
    );
  meter.spend(text.length);
  return exactInteger(BigInt(text));
}

function readDuration(content: unknown): Value | undefined {
  return typeof content === "number" && Temporal.isAmount("duration", content)
    ? new Temporal("duration", content)
    : undefined;
}
