// The limits that every section on how to answer with programs states.

import type { Agent } from "../agent/agent.ts";

/** Returns the limits as placeholder values: turns, and characters of prints and values. */
export function formBounds({
  maxTurns,
  maxModelCalls,
  format,
}: Agent): Readonly<Record<"turns" | "print" | "prints" | "value", string>> {
  return {
    turns: String(Math.min(maxTurns, maxModelCalls)),
    print: String(format.maxPrintLength),
    prints: String(format.printsMaxChars),
    value: String(format.feedbackMaxChars),
  };
}
