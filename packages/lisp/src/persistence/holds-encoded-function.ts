// Finds out if the JSON of stored values contains a function. A stored function may use builtins
// that a later program doesn't mention.

import { JournalEntries } from "@ptc/core/internal/journal";
import { fieldsOf } from "../evaluation/host/is-object.ts";

/**
 * True if tagged JSON contains a function, or is too large to search. The JSON comes from outside
 * and may have any shape: it may be deep or even circular.
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
 * True if the entries of a journal may contain a function. Doesn't search large journals:
 * searching one for every program takes longer than loading the builtins once.
 */
export function mayHoldFunction(
  entries: Readonly<Record<string, unknown>> | JournalEntries,
): boolean {
  if (!(entries instanceof JournalEntries)) return holdsEncodedFunction(entries);
  return entries.size > mostLookedThrough || holdsEncodedFunction(entries.record);
}

const mostLookedThrough = 1_000;
