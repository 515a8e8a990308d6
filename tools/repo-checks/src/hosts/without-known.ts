// The answers of a host in which programs are known to end otherwise than in Node, as if they did
// not.

import type { HostProgram } from "./host-program.ts";
import type { KnownDifference } from "./known-differences.ts";

/**
 * The steps with those of Node in place of known differences; and a problem for each of these that
 * is none (any more).
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
      .map((name) => `${name}: is a known difference and does not differ: take it off the list`),
  };
}
