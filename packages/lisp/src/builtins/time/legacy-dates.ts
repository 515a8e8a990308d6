// Parses date text in the style of java.util.Date and e-mail headers:
// `Thu Jan 01 00:00:01 UTC 1970`, `Wed, 8 Jan 2026 14:30:00 +0000`.

import { parseInstant } from "@ptc/core/internal/instant";
import type { Temporal } from "@ptc/core/values";

const months: readonly string[] = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
];

const javaText =
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>\d{1,2}) (?<time>\d{2}:\d{2}:\d{2}) (?<zone>UTC|GMT|Z|[+-]\d{4}) (?<year>\d{4})$/;
const mailText =
  /^(?:[A-Z][a-z]{2}, )?(?<day>\d{1,2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}(?::\d{2})?) (?<zone>UTC|GMT|Z|[+-]\d{4})$/;

/** Returns the instant written in one of these styles, or `undefined`. */
export function parseLegacyDate(text: string): Temporal | undefined {
  const {
    month = "",
    day = "",
    time = "",
    zone = "",
    year = "",
  } = (javaText.exec(text) ?? mailText.exec(text))?.groups ?? {};
  const number = months.indexOf(month) + 1;
  if (number === 0) return undefined;
  const date = `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return parseInstant(`${date}T${time}${/^[+-]/.test(zone) ? zone : "Z"}`);
}
