// Whether more lines have to follow: something is open at the end of what was typed.

import { read } from "@ptc/parser";

/**
 * True when `source` could become a program by typing on: an unclosed bracket or string, a quote
 * before nothing.
 */
export function isIncomplete(source: string): boolean {
  const result = read(source);
  if (result.ok) return false;
  const { opened, position } = result.error;
  return opened !== undefined && position.offset >= source.length;
}

/** White space and comments only. */
export function isEmptyProgram(source: string): boolean {
  const result = read(source);
  return result.ok && result.forms.length === 0;
}
