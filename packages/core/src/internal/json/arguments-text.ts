// The arguments of a tool call on one line, for a person.

import { oneLine } from "../../errors/internal.ts";
import { workBudget } from "../../values/index.ts";
import { hostJson } from "./host-json.ts";

const shownArguments = 100;
/** The work limit for showing the arguments of one call. */
const argumentsWork = 20_000;

/**
 * Returns the start of the arguments as JSON, or `…` if they are too large or can't be written.
 * `mask` replaces values that should stay hidden.
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
