// Writes one line for the model that lists what its programs defined.

import type { Firewall } from "@ptc/core/firewall";
import type { Memory } from "@ptc/lisp";
import { outlineOf } from "../shape/describe-data.ts";
import { shownName } from "../shape/shown-name.ts";

const listedDefinitions = 20;

/**
 * Returns a line such as `Defined: rows (vector of 120 maps {id, total}), total (number)`. The
 * model wrote the names itself; the descriptions of the values come from data.
 */
export function definedText(
  names: readonly string[],
  memory: Memory,
  firewall: Firewall,
  listed = listedDefinitions,
): string {
  if (names.length === 0) return "";
  const shown = names
    .slice(0, listed)
    .map((name) => `${shownName(name)} (${outlineOf(memory.get(name) ?? null, firewall)})`);
  const omitted = names.length - shown.length;
  return `Defined: ${shown.join(", ")}${omitted > 0 ? `, and ${String(omitted)} more` : ""}`;
}
