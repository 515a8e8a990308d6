// Finds the calls that a model wrote as text, in any of the wrappings.

import { jsonCalls, type WrittenCall } from "./call-arguments.ts";
import { wrappings, type Wrapping } from "./wrappings.ts";

export type { WrittenCall };

/** Calls in one wrapping, and where it begins and ends in UTF-16 units. */
export interface WrittenCalls {
  readonly form: string;
  readonly calls: readonly WrittenCall[];
  readonly start: number;
  readonly end: number;
}

/** The longest text that is searched for calls, in UTF-16 units. */
const longestText = 200_000;

/** The most openings of one wrapping that are read, because each may scan the rest of the text. */
const mostOpenings = 10;

/** Returns the complete calls in a text. Empty if the text has no calls. */
export function writtenCalls(text: string): readonly WrittenCall[] {
  const found = wrappedCalls(text).flatMap(({ calls }) => calls);
  return found.length > 0 ? found : wholeCalls(text);
}

/** Returns the calls in wrappings, in order. A wrapping within another one is part of it. */
export function wrappedCalls(text: string): readonly WrittenCalls[] {
  if (text.length > longestText || !/[<[]|tool_code/.test(text)) return [];
  const found = wrappings
    .flatMap((wrapping) => callsIn(text, wrapping))
    .toSorted((left, right) => left.start - right.start);
  const outer: WrittenCalls[] = [];
  for (const calls of found) if (calls.start >= (outer.at(-1)?.end ?? 0)) outer.push(calls);
  return outer;
}

/** Returns the calls of a text that consists only of JSON, perhaps in a code block. */
export function wholeCalls(text: string): readonly WrittenCall[] {
  if (text.length > longestText) return [];
  const start = /^\s*(?:```[^\n]*\n)?/.exec(text)?.[0].length ?? 0;
  return jsonCalls(text, start)?.calls ?? [];
}

function callsIn(text: string, { form, opening, read }: Wrapping): readonly WrittenCalls[] {
  const found: WrittenCalls[] = [];
  opening.lastIndex = 0;
  for (let tries = 0; tries < mostOpenings; tries++) {
    const match = opening.exec(text);
    if (match === null) break;
    const { index } = match;
    const result = read(text, index + match[0].length, match);
    // A sentence mentions a call in backticks.
    if (result === undefined || text[index - 1] === "`") continue;
    found.push({ form, calls: result.calls, start: index, end: result.end });
    opening.lastIndex = Math.max(result.end, index + 1);
  }
  return found;
}
