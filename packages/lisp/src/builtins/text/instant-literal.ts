// What `#inst "…"` means, in a program and in a text that is read as data: as in Clojure the parts
// behind the year may be missing, and where no offset is written the time is UTC.

import { parseInstant, type Temporal } from "@ptc/core/values";

const offsetPattern = /(?:Z|[+-]\d\d:?\d\d)$/;
/** No literal that means something is longer. */
const longestLiteral = 64;

/** `undefined` for a text that is no instant. */
export function instantLiteral(text: string): Temporal | undefined {
  if (text.length > longestLiteral) return undefined;
  const separator = text.indexOf("T");
  if (separator === -1) return parseInstant(`${wholeDate(text)}T00:00:00Z`);
  const written = text.slice(separator + 1);
  const offset = offsetPattern.exec(written)?.[0] ?? "";
  const time = written.slice(0, written.length - offset.length);
  // Of a fraction nine digits count.
  const known = /^\d\d$/.test(time) ? `${time}:00` : time.replace(/(\.\d{9})\d*$/, "$1");
  return parseInstant(`${wholeDate(text.slice(0, separator))}T${known}${offset || "Z"}`);
}

/** `2026` and `2026-02` are their first days. */
function wholeDate(date: string): string {
  return date.length === 4 || date.length === 7
    ? `${date}${"-01-01".slice(date.length - 4)}`
    : date;
}
