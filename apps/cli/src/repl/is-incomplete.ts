// Decides whether a program continues on the next line.

import { read } from "@ptc/parser";

/**
 * True if more text could complete `source`: a bracket or string is open, or nothing follows a
 * quote.
 */
export function isIncomplete(source: string): boolean {
  const result = read(source);
  if (result.ok) return false;
  const { opened, position } = result.error;
  return opened !== undefined && position.offset >= source.length;
}

/** True for only white space and comments. */
export function isEmptyProgram(source: string): boolean {
  const result = read(source);
  return result.ok && result.forms.length === 0;
}
