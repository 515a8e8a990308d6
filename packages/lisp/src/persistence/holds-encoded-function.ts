// Says whether the JSON that is written for values holds a function anywhere. One that was written
// down may use builtins that a later program does not mention.

import { JournalEntries } from "@ptc/core/contracts";
import { fieldsOf } from "../evaluation/host/is-object.ts";

/**
 * Whether tagged JSON holds a function; also true for JSON that is too large to look through. The
 * JSON comes from outside and may have any shape: it may be deep, or even circular.
 */
export function holdsEncodedFunction(json: unknown): boolean {
  const seen = new Set([json]);
  for (const value of seen) {
    if (typeof value !== "object" || value === null) continue;
    if (seen.size > mostValues) return true;
    for (const [name, part] of fieldsOf(value)) {
      if (name === "$function") return true;
      if (typeof part === "object") seen.add(part);
    }
  }
  return false;
}

const mostValues = 10_000;

/**
 * The same of the entries of a journal. Looking through many, at every program, would take longer
 * than loading what they may use once.
 */
export function mayHoldFunction(
  entries: Readonly<Record<string, unknown>> | JournalEntries,
): boolean {
  if (!(entries instanceof JournalEntries)) return holdsEncodedFunction(entries);
  return entries.size > mostLookedThrough || holdsEncodedFunction(entries.record);
}

const mostLookedThrough = 1_000;
