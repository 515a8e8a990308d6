// The value of a run whose caller prints it: the option `collections: "language"`. Lazily loaded,
// by itself, because a command line that prints one result needs little else.

import { printBounded } from "@ptc/core/printing";
import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";

/**
 * Counts the text of a value as output, because the caller will print it. Returns the value.
 * @throws LimitError
 */
export function languageValue(branch: Branch, value: Value): Value {
  const room = Math.max(0, branch.outputRoom);
  const { text, truncated } = printBounded(value, { maxCharacters: room });
  branch.countOutput(truncated ? room + 1 : text.length);
  return value;
}
