// Whether a program continues on the next line, because something in it is still open.

import { read } from "@ptc/parser";

/**
 * True when `source` could become a program with more text: a bracket or string is not closed, or
 * nothing follows a quote.
 */
export function isIncomplete(source: string): boolean {
  const result = read(source);
  if (result.ok) return false;
  const { opened, position } = result.error;
  return opened !== undefined && position.offset >= source.length;
}

/** Whether there is only white space and comments. */
export function isEmptyProgram(source: string): boolean {
  const result = read(source);
  return result.ok && result.forms.length === 0;
}
