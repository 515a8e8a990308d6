// Removes known differences from the results of a host: programs that are known to end differently
// from Node.

import type { HostProgram } from "./host-program.ts";
import type { KnownDifference } from "./known-differences.ts";

/**
 * Returns the steps with known differences replaced by Node's steps, and a problem for each known
 * difference that no longer differs.
 */
export function withoutKnown(
  programs: readonly HostProgram[],
  steps: readonly string[],
  stepsInNode: readonly string[],
  known: readonly KnownDifference[],
): { readonly steps: readonly string[]; readonly problems: readonly string[] } {
  const names = new Set(known.flatMap((difference) => difference.programs));
  const differing = new Set(
    programs.flatMap(({ name }, index) => (steps[index] === stepsInNode[index] ? [] : [name])),
  );
  return {
    steps: programs.flatMap(({ name }, index) => {
      const step = (names.has(name) ? stepsInNode : steps)[index];
      return step === undefined ? [] : [step];
    }),
    problems: [...names]
      .filter((name) => !differing.has(name))
      .map(
        (name) => `${name}: is a known difference that no longer differs: remove it from the list`,
      ),
  };
}
