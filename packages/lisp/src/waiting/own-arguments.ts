// The arguments that an approval rule receives.

import type { ToolArguments } from "@ptc/core/contracts";
import { isFields } from "@ptc/core/internal/stored";

/**
 * Returns arguments that a rule may change without changing the call: a resumed run doesn't ask the
 * rule again, so it would make another call.
 */
export function ownArguments(args: ToolArguments): ToolArguments {
  return copied(args) as ToolArguments;
}

/** Objects with a class aren't copied. Deep data isn't copied below a depth that no rule reads. */
function copied(value: unknown, depth = 0): unknown {
  if (depth > mostDepth) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => copied(item, depth + 1));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, copied(item, depth + 1)]),
  );
}

const mostDepth = 500;
