// What `#inst "…"` means, in a program and in a text that is read as data: as in Clojure the parts
// behind the year may be missing, nine digits of a fraction count, and without an offset it is UTC.

import { parseInstant } from "@ptc/core/internal/decoding";
import type { Temporal } from "@ptc/core/values";

const parts =
  /^(\d{4})(?:(-\d\d)(?:(-\d\d)(?:T(\d\d)(?:(:\d\d)(?:(:\d\d)(?:(\.\d{1,9})\d*)?)?)?)?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** `undefined` for a text that is no instant. */
export function instantLiteral(text: string): Temporal | undefined {
  const found = parts.exec(text);
  // A year of more digits is written with its sign, and whole.
  if (found === null) return parseInstant(text);
  const [, year, month = "-01", day = "-01", hour = "00", minute = ":00"] = found;
  const [second = "", fraction = "", offset = "Z"] = found.slice(6);
  return parseInstant(`${year ?? ""}${month}${day}T${hour}${minute}${second}${fraction}${offset}`);
}
