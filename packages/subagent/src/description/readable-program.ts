// How a program of a model is shown. Errors name lines and columns of what the model wrote, so a
// program that is laid out anew says so.

import { format } from "@ptc/parser/format";

/** The options of `readableProgram`. */
export interface ReadableProgramOptions {
  /** The columns of a line that can be read, and of the lines that are laid out: 20 to 400. */
  readonly width?: number;
  /**
   * Whether only a program of one line is laid out (default): its line says nothing of a place, and
   * its errors bring an excerpt. Otherwise any program with a line that is too long.
   */
  readonly keepsLines?: boolean;
}

/** A program for a person. */
export interface ReadableProgram {
  readonly text: string;
  /** Whether `text` has other lines than the model wrote. */
  readonly isLaidOut: boolean;
}

const usualWidth = 100;
/** More is not shown anyway, and laying it out takes time while the mission runs. */
const mostCharacters = 20_000;

/**
 * The source as it is, or laid out where its lines are longer than `width` columns. What cannot be
 * read, or is longer than 20,000 characters, stays as it is.
 */
export function readableProgram(
  source: string,
  { width = usualWidth, keepsLines = true }: ReadableProgramOptions = {},
): ReadableProgram {
  const asWritten = { text: source, isLaidOut: false };
  if (source.length > mostCharacters) return asWritten;
  const lines = source.trim().split(/\r?\n|\r/);
  const isLong = lines.some((line) => line.length > width);
  if (!isLong || (keepsLines && lines.length > 1)) return asWritten;
  const result = format(source.trim(), keepsLines ? {} : { width });
  return result.ok ? { text: result.text.trimEnd(), isLaidOut: true } : asWritten;
}
