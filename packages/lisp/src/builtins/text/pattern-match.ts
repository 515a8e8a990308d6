// Converts a match to a value: the text, or a vector of the text and its groups.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import type { PatternMatch } from "../../regex/matcher.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { needsTurn } from "../../sequence/turn-checks.ts";

/** Converting a match isn't counted, so the clock is read after this many. */
export const matchesBetweenChecks = 1024;

/**
 * Returns a string if the pattern has no groups, otherwise the match and its groups; nil for an
 * unmatched group.
 */
export function matchValue(branch: Branch, match: PatternMatch): Value {
  const { groups } = match;
  branch.charge(bytesOfVector + 8 * groups.length);
  return groups.length === 1 ? (groups[0] ?? null) : Vector.of<Value>([...groups]);
}

/** Returns a vector of the values of `matches`. */
export function matchValues(
  branch: Branch,
  matches: readonly PatternMatch[],
  values: Value[] = [],
): Result {
  for (let index = values.length; index < matches.length; index++) {
    values.push(matchValue(branch, matches[index] as PatternMatch));
    if (index % matchesBetweenChecks === matchesBetweenChecks - 1 && needsTurn(branch))
      return branch.inNextTurn(matchValues, branch, matches, values);
  }
  return Vector.ofGrown(values);
}
