// The verdict of several policies about a call.

import type { CheckedPolicy } from "./checked-policy.ts";
import { decide } from "./decide.ts";
import type { PolicyCall, PolicyDecision, PolicyVerdict } from "./policy.ts";

const strictness: Readonly<Record<PolicyVerdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** Returns the strictest decision, and of equally strict ones the first. */
export function strictest(policies: readonly CheckedPolicy[], call: PolicyCall): PolicyDecision {
  return policies.map((policy) => decide(policy, call)).reduce(stricter, allowed);
}

/** The decision if no policy applies. */
export const allowed: PolicyDecision = { verdict: "allow", by: "default" };

/** Returns the stricter decision. Of equally strict ones, a rule says more than a default. */
export function stricter(left: PolicyDecision, right: PolicyDecision): PolicyDecision {
  const difference = strictness[right.verdict] - strictness[left.verdict];
  return difference > 0 || (difference === 0 && left === allowed) ? right : left;
}
