// The option `policy` of an agent. A run may pass another one, which only narrows it.

import { OptionError } from "@ptc/core/errors";
import type { Policy } from "@ptc/lisp";
import {
  checkedPolicy,
  MetOrigins,
  PolicyGate,
  type CheckedPolicy,
} from "@ptc/lisp/internal/policy";

/** The policies of a mission: that of its agent, and that of its run. The strictest applies. */
export type AgentPolicies = readonly CheckedPolicy[];

/** Returns the checked option. @throws OptionError with the path of the wrong field */
export function policyOption(name: string, given: Policy | undefined): AgentPolicies {
  return given === undefined ? [] : [checkedPolicy(given, name, true)];
}

/** Returns the gate of a mission below that of its caller; undefined without any policy. */
export function policyGate(
  { name = "agent", policy, provenance }: AgentUnderPolicy & { readonly name?: string | undefined },
  above: PolicyGate | undefined,
  trustedTexts: readonly string[] = [],
): PolicyGate | undefined {
  const path = above === undefined || above.agent === "" ? name : `${above.agent}/${name}`;
  const [first, ...others] = policy;
  const met =
    above?.met !== undefined || hasOriginRules(policy)
      ? new MetOrigins({
          isStrict: provenance === "strict",
          rules: policy.flatMap(({ rules }) => rules),
          trustedTexts,
          above: above?.met,
        })
      : undefined;
  const below = (each: CheckedPolicy | undefined, gate: PolicyGate | undefined): PolicyGate =>
    new PolicyGate(each, path, gate, undefined, met);
  if (first === undefined) return above && below(undefined, above);
  return others.reduce((gate, each) => below(each, gate), below(first, above));
}

/** The parts of an agent that decide which calls its policy allows. */
export interface AgentUnderPolicy {
  readonly policy: AgentPolicies;
  readonly provenance: AgentProvenance;
}

/** How an agent finds out where values come from; false for an agent without such rules. */
export type AgentProvenance = boolean | "strict";

/** @throws OptionError */
export function provenanceOption(
  name: string,
  given: AgentProvenance | undefined = false,
): AgentProvenance {
  if (given !== "strict" && typeof (given as unknown) !== "boolean")
    throw new OptionError(name, 'expected true, false or "strict"');
  return given;
}

/** Checks that rules about origins aren't ignored. @throws OptionError */
export function assertProvenance({ policy, provenance }: AgentUnderPolicy): void {
  if (provenance === false && hasOriginRules(policy))
    throw new OptionError(
      "policy",
      "rules with `origin` or `private` need the agent's option `provenance`",
    );
  if (provenance !== false && policy.some(({ decide }) => decide !== undefined))
    throw new OptionError("provenance", "needs a policy that is a list of rules");
}

function hasOriginRules(policy: AgentPolicies): boolean {
  return policy.some(({ looksAtOrigins }) => looksAtOrigins);
}
