// Collects constraints of a JSON Schema that a signature can't express, as text for the model. The
// server enforces them. The lines come from `@ptc/signature`, which bounds and escapes them.

import { droppedWords } from "@ptc/signature/internal/json-schema";

/** Returns one line, or "". */
export function notesOf(dropped: readonly string[]): string {
  const words = droppedWords(dropped.filter((line) => line.startsWith("input/")));
  return words === "" ? "" : `Arguments: ${words}`;
}
