// What programs see of a match: the text, or a vector of the text and its groups.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { PatternMatch } from "../../regex/matcher.ts";

/**
 * A string when the pattern has no groups, else the match and its groups; nil for a group that took
 * no part.
 */
export function matchValue(branch: Branch, match: PatternMatch): Value {
  const { groups } = match;
  branch.charge(48 + 8 * groups.length);
  return groups.length === 1 ? (groups[0] ?? null) : Vector.of<Value>([...groups]);
}
