// Converts a match to a value: the text, or a vector of the text and its groups.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { PatternMatch } from "../../regex/matcher.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/**
 * Returns a string if the pattern has no groups, otherwise the match and its groups; nil for an
 * unmatched group.
 */
export function matchValue(branch: Branch, match: PatternMatch): Value {
  const { groups } = match;
  branch.charge(bytesOfVector + 8 * groups.length);
  return groups.length === 1 ? (groups[0] ?? null) : Vector.of<Value>([...groups]);
}
