// `explainPolicy`: which rule decides about a call, for tests of policies.

import { checkedPolicy } from "./checked-policy.ts";
import { decide } from "./decide.ts";
import type { Policy, PolicyCall, PolicyDecision } from "./policy.ts";

/** A call to explain. Without its other fields, it is the first call, with no arguments. */
export type ExplainedCall = Pick<PolicyCall, "tool"> & Partial<PolicyCall>;

/**
 * Returns the verdict of a policy about a call, with the rule that decides.
 *
 * @example
 *   const rules = [{ tool: "pay", arguments: { amount: { maximum: 100 } }, verdict: "allow" }];
 *   explainPolicy(rules, { tool: "pay", arguments: { amount: 500 } });
 *   // { verdict: "ask", by: "default" }
 *
 * @throws OptionError for a wrong policy
 */
export function explainPolicy(policy: Policy, call: ExplainedCall): PolicyDecision {
  return decide(checkedPolicy(policy, "policy", true), {
    arguments: {},
    calls: 1,
    agent: "",
    ...call,
  });
}
