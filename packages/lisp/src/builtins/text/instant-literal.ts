// Reads `#inst "…"`, in programs and in text read as data. Like Clojure, the parts after the year
// are optional, a fraction may have nine digits, and the default offset is UTC.

import { parseInstant } from "@ptc/core/internal/instant";
import type { Temporal } from "@ptc/core/values";

const parts =
  /^(\d{4})(?:(-\d\d)(?:(-\d\d)(?:T(\d\d)(?:(:\d\d)(?:(:\d\d)(?:(\.\d{1,9})\d*)?)?)?)?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Returns `undefined` if the text isn't an instant. */
export function instantLiteral(text: string): Temporal | undefined {
  const found = parts.exec(text);
  // A year of more digits needs a sign and all parts.
  if (found === null) return parseInstant(text);
  const [, year, month = "-01", day = "-01", hour = "00", minute = ":00"] = found;
  const [second = "", fraction = "", offset = "Z"] = found.slice(6);
  return parseInstant(`${year ?? ""}${month}${day}T${hour}${minute}${second}${fraction}${offset}`);
}
