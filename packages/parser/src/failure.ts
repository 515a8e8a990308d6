// A failure of the emitted reader, prepared for explanation: its location, and the rules that were
// being matched there.
import type { ReadFailure, RuleName } from "./generated/trace.ts";
import { type Complaint, placeOf } from "./parse-error.ts";
import { visibleLine } from "@ptc/core/internal/printing";

export interface Visit {
  readonly rule: RuleName;
  readonly start: number;
}

export interface Failure {
  readonly source: string;
  /** The furthest offset that the reader reached. */
  readonly at: number;
  readonly isAtEnd: boolean;
  /** The names of the rules that could have matched there, as in the grammar. */
  readonly expected: readonly string[];
  /** The rules that were being matched there, innermost first. */
  readonly visits: readonly Visit[];
  /** Returns the line and column of an offset: "line 3, column 5". */
  readonly place: (offset: number) => string;
}

/** Returns the complaint, or `undefined` for another kind of failure. */
export type Explanation = (failure: Failure) => Complaint | undefined;

export function failureOf(source: string, { at, expected, within }: ReadFailure): Failure {
  const visits: Visit[] = [];
  for (let visit = within; visit !== undefined; visit = visit.outer) {
    visits.push({ rule: visit.rule, start: visit.start });
  }
  return {
    source,
    at,
    expected,
    visits,
    isAtEnd: at >= source.length,
    place: (offset) => placeOf(source, offset),
  };
}

export function visitOf(failure: Failure, rules: readonly RuleName[]): Visit | undefined {
  return failure.visits.find((visit) => rules.includes(visit.rule));
}

const word = /\\?[^][^\s,()[\]{}"@^`~\\;]*/uy;

/** Returns the text from `start` to the next white space or delimiter: at least one character. */
export function wordAt(source: string, start: number): string {
  word.lastIndex = start;
  return word.exec(source)?.[0] ?? "";
}

/** Returns part of the source as a message may quote it: short and with visible characters only. */
export function quoted(text: string): string {
  const characters = Array.from(visibleLine(text));
  return characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : characters.join("");
}
