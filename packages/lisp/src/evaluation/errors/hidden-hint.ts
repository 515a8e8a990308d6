// The hint for a call whose name the program has given to a value.

import type { Site } from "../site.ts";

/**
 * Returns a hint for a call whose name is hidden by a value of the program. The value itself may
 * be callable.
 */
export function hiddenHint(site: Site | undefined): string | undefined {
  if (site?.hiddenBy === undefined) return undefined;
  const { operation, hiddenBy } = site;
  return `the ${hiddenBy} hides the function ${operation}: give it another name`;
}
