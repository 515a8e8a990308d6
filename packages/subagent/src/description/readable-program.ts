// Formats a model's program for display. Errors name lines and columns of the original, so the
// result says if the lines have changed.

import { format } from "@ptc/parser/format";

/** The options of `readableProgram`. */
export interface ReadableProgramOptions {
  /**
   * The longest line that isn't reformatted, and the width of formatted lines. 20 to 400 columns.
   */
  readonly width?: number;
  /**
   * True to format only programs of one line (default). Their line numbers say nothing, and their
   * errors include an excerpt. False to format any program with a line that is too long.
   */
  readonly keepsLines?: boolean;
}

/** A program formatted for people. */
export interface ReadableProgram {
  readonly text: string;
  /** True if `text` has other lines than the model wrote. */
  readonly isLaidOut: boolean;
}

const usualWidth = 100;
/** Longer programs aren't shown whole anyway, and formatting them takes time during the mission. */
const mostCharacters = 20_000;

/**
 * Returns the source unchanged, or formatted if its lines are longer than `width` columns. Source
 * that can't be read, or is longer than 20,000 characters, stays unchanged.
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
