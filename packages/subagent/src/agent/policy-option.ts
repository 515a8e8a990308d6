// The option `policy` of an agent. A run may pass another one, which only narrows it.

import type { Policy } from "@ptc/lisp";
import { checkedPolicy, PolicyGate, type CheckedPolicy } from "@ptc/lisp/internal/policy";

/** The policies of a mission: that of its agent, and that of its run. The strictest applies. */
export type AgentPolicies = readonly CheckedPolicy[];

/** Returns the checked option. @throws OptionError with the path of the wrong field */
export function policyOption(name: string, given: Policy | undefined): AgentPolicies {
  return given === undefined ? [] : [checkedPolicy(given, name)];
}

/** Returns the gate of a mission below that of its caller; undefined without any policy. */
export function policyGate(
  {
    name = "agent",
    policy,
  }: { readonly name?: string | undefined; readonly policy: AgentPolicies },
  above: PolicyGate | undefined,
): PolicyGate | undefined {
  const path = above === undefined || above.agent === "" ? name : `${above.agent}/${name}`;
  const [first, ...others] = policy;
  if (first === undefined) return above && new PolicyGate(undefined, path, above);
  return others.reduce(
    (gate, each) => new PolicyGate(each, path, gate),
    new PolicyGate(first, path, above),
  );
}
