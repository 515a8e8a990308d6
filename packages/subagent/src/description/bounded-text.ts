// Wraps the beginning of an untrusted text into rows.

import { wrappedLine, type WrapOptions } from "./wrapped-line.ts";

export interface BoundedText {
  readonly rows: readonly string[];
  /** The number of omitted characters. */
  readonly omitted: number;
}

/** Returns the first rows of `text`. Ignores line breaks at the end. */
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
