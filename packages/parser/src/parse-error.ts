// The error for a text that cannot be read. Its message is written for the model that has to repair
// its program.
import type { SourcePosition } from "@ptc/core/contracts";
import { excerptAt, positionAt } from "@ptc/core/internal/errors";

/** Why a source cannot be read, and where. */
export interface ParseError {
  readonly reason: "parse_error" | "source_too_large";
  /** What is wrong, where, and what to do about it. */
  readonly message: string;
  readonly position: SourcePosition;
  /**
   * The source line and a caret under the place; when a bracket is never closed, under that
   * bracket.
   */
  readonly excerpt: string;
  /** What could have stood there instead; empty when the message says it better. */
  readonly expected: readonly string[];
  /** The opening bracket that is not closed or wrongly closed. */
  readonly opened?: SourcePosition;
}

/** What an explanation found. Its offsets become positions in `parseError`. */
export interface Complaint {
  readonly message: string;
  readonly offset: number;
  readonly expected?: readonly string[];
  readonly opened?: number;
  /**
   * Whether the excerpt shows the opening instead of the place: there is little to see at the end
   * of the source.
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

/** "line 3, column 5" */
export function placeOf(source: string, offset: number): string {
  const { line, column } = positionAt(source, offset);
  return `line ${line}, column ${column}`;
}
