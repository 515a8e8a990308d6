// Checks the journal that a run is given, before its program starts.

import { storedFormCheck } from "@ptc/core/internal/decoding";
import { fieldsOf } from "../evaluation/host/is-object.ts";

/**
 * Refuses JSON of the application that isn't in the form that tasks store. A large journal is
 * checked in part; an unchecked entry fails when a program reads it.
 * @throws OptionError naming the entry
 */
export function assertStoredForm(journal: Readonly<Record<string, unknown>>): void {
  const check = storedFormCheck();
  for (const [id, json] of fieldsOf(journal)) check(id, json);
}
