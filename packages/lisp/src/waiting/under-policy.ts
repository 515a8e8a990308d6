// The option `policy` of a run: it becomes a property of the tools.

import type { Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { Lazy } from "../evaluation/lazy.ts";
import type { Provenance } from "../options/provenance.ts";
import { without } from "../options/without.ts";
import { changedTools, toolsOf } from "../policy/changed-tools.ts";
import { checkedPolicy } from "../policy/checked-policy.ts";
import { policedTools } from "../policy/policed-tools.ts";
import { PolicyGate } from "../policy/policy-gate.ts";
import { encodedData } from "./call-outcomes.ts";
import { originsLoader, type CreateOrigins } from "./origins-code.ts";
import { canonicalJson } from "./seal.ts";
import type { Recording } from "./waiting-run.ts";
import type { Policy } from "../policy/policy.ts";

/** Options with a policy. */
export interface PolicedOptions {
  readonly policy?: Policy;
  readonly provenance?: Provenance;
  readonly tools?: Tools;
}

/** A run under a policy. */
export interface PolicedRun<Options> {
  readonly gate: PolicyGate;
  readonly options: Options;
  /** Records the effects of the run, if the policy has rules about origins. */
  readonly recording: Recording;
}

/** Lazily loaded code, which no run can change. */
const originsCode: Lazy<CreateOrigins> = /* @__PURE__ */ new Lazy(async () => {
  const created = await originsLoader.load?.();
  if (created === undefined) throw new OptionError("provenance", "isn't available for this run");
  return created;
});

/** The evaluator, which says how rules about origins load. */
export interface LoadedFirst {
  load(): Promise<unknown>;
}

/** Returns what a run needs under its policy. @throws OptionError */
export async function policedRun<Options extends PolicedOptions>(
  options: Options,
  evaluator?: LoadedFirst,
): Promise<PolicedRun<Options>> {
  const { provenance = false, policy, tools = {} } = options;
  if (provenance === false) {
    const gate = gateOf(options);
    return { gate, options: underPolicy(options, gate), recording: (run) => run };
  }
  if (policy === undefined || typeof policy === "function")
    throw new OptionError("provenance", "needs a policy that is a list of rules");
  await evaluator?.load();
  const createOrigins = await originsCode.load();
  const checked = checkedPolicy(policy, "policy", true);
  const origins = createOrigins(provenance, {
    policy: checked,
    tools: toolsOf(tools),
    changedTools,
    textOf: (args) => canonicalJson(encodedData(args)),
  });
  if (!checked.looksAtOrigins) return await policedRun(without(options, ["provenance"]) as Options);
  const gate = new PolicyGate(checked, "", undefined, origins);
  return {
    gate,
    options: underPolicy(
      { ...without(options, ["provenance"]), tools: origins.counted(tools) } as unknown as Options,
      gate,
    ),
    recording: (run) => origins.recording(run),
  };
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

function gateOf({ policy = [] }: PolicedOptions): PolicyGate {
  return new PolicyGate(checkedPolicy(policy));
}
