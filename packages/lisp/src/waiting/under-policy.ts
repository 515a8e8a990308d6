// The option `policy` of a run: it becomes a property of the tools.

import type { Tools } from "@ptc/core/contracts";
import { without } from "../options/without.ts";
import { checkedPolicy } from "../policy/checked-policy.ts";
import { policedTools } from "../policy/policed-tools.ts";
import { PolicyGate } from "../policy/policy-gate.ts";
import type { Policy } from "../policy/policy.ts";

/** Options with a policy. */
export interface PolicedOptions {
  readonly policy?: Policy;
  readonly tools?: Tools;
}

/** Returns the options with tools under the policy, for any run. @throws OptionError */
export function underPolicy<Options extends PolicedOptions>(
  options: Options,
  gate = gateOf(options),
): Options {
  const tools = policedTools(options.tools ?? {}, gate);
  // Without an optional field, the options still have their type.
  return { ...without(options, ["policy"]), tools } as unknown as Options;
}

export function gateOf({ policy = [] }: PolicedOptions): PolicyGate {
  return new PolicyGate(checkedPolicy(policy));
}
