// The error for a text that can't be read. Its message is written for the model that repairs the
// program.
import type { SourcePosition } from "@ptc/core/contracts";
import { excerptAt, positionAt } from "@ptc/core/internal/source";

/** Why and where a source can't be read. */
export interface ParseError {
  readonly reason: "parse_error" | "source_too_large";
  /** The problem, its location, and the fix. */
  readonly message: string;
  readonly position: SourcePosition;
  /**
   * The source line and a caret below the location. For an unclosed bracket, the caret is below
   * that bracket.
   */
  readonly excerpt: string;
  /** The forms expected at the location; empty if the message explains it better. */
  readonly expected: readonly string[];
  /** The opening bracket that is unclosed or wrongly closed. */
  readonly opened?: SourcePosition;
}

/** The result of an explanation. `parseError` converts its offsets to positions. */
export interface Complaint {
  readonly message: string;
  readonly offset: number;
  readonly expected?: readonly string[];
  readonly opened?: number;
  /**
   * True if the excerpt shows the opening instead of the location, because the end of the source
   * shows little.
   */
  readonly showsOpening?: boolean;
}

export function parseError(source: string, complaint: Complaint): ParseError {
  const position = positionAt(source, complaint.offset);
  const opened = complaint.opened === undefined ? undefined : positionAt(source, complaint.opened);
  return {
    reason: "parse_error",
    message: complaint.message,
    position,
    excerpt: excerptAt(source, complaint.showsOpening && opened !== undefined ? opened : position),
    expected: complaint.expected ?? [],
    ...(opened === undefined ? {} : { opened }),
  };
}

export function sourceTooLarge(length: number, maxSourceLength: number): ParseError {
  const message = `The source is ${length} characters long, more than the ${maxSourceLength} that maxSourceLength allows`;
  return {
    reason: "source_too_large",
    message,
    position: { offset: 0, line: 1, column: 1 },
    excerpt: "",
    expected: [],
  };
}

/** Returns for example "line 3, column 5". */
export function placeOf(source: string, offset: number): string {
  const { line, column } = positionAt(source, offset);
  return `line ${line}, column ${column}`;
}
