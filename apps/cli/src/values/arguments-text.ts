// The arguments of a tool call on one line, for a person.

import { oneLine } from "@ptc/core/internal/errors";
import { workBudget } from "@ptc/core/values";
import { hostJson } from "./host-json.ts";

const shownArguments = 100;
/** The work that showing the arguments of one call may make. */
const argumentsWork = 20_000;

/**
 * Their beginning as JSON; `…` for what cannot be written, or is too large. `mask` hides what the
 * person should not see.
 */
export function argumentsText(
  args: unknown,
  mask: (json: unknown) => unknown = (json) => json,
): string {
  try {
    const json = hostJson(args, workBudget("showing arguments", argumentsWork));
    return oneLine(JSON.stringify(mask(json)), shownArguments);
  } catch {
    return "…";
  }
}
