// The beginning of a text from outside, in rows.

import { wrappedLine, type WrapOptions } from "./wrapped-line.ts";

export interface BoundedText {
  readonly rows: readonly string[];
  /** How many characters are left out. */
  readonly omitted: number;
}

/** The first rows of `text`. Line breaks at its end are no rows. */
export function boundedText(text: string, { rows: most, ...options }: WrapOptions): BoundedText {
  const length = lengthWithoutBreaks(text);
  const rows: string[] = [];
  let position = 0;
  while (rows.length < most && position <= length) {
    const found = text.indexOf("\n", position);
    const end = found === -1 || found > length ? length : found;
    const line = text.slice(position, text[end - 1] === "\r" && end > position ? end - 1 : end);
    const wrapped = wrappedLine(line, { ...options, rows: most - rows.length });
    for (const row of wrapped.rows) rows.push(row);
    if (wrapped.taken < line.length) {
      position += wrapped.taken;
      break;
    }
    position = end + 1;
  }
  return { rows, omitted: Math.max(0, length - position) };
}

function lengthWithoutBreaks(text: string): number {
  let length = text.length;
  while (length > 0 && /[\r\n]/.test(text[length - 1] ?? "")) length -= 1;
  return length;
}
