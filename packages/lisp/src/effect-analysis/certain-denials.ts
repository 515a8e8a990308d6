// Finds calls that a program certainly makes and its policy certainly denies, before it runs.

import type { Fail, Tools } from "@ptc/core/contracts";
import { excerptAt } from "@ptc/core/internal/source";
import { isObject } from "@ptc/core/internal/host";
import type { EffectSite, ProgramEffects } from "./effect-analysis.ts";
import { deniedText, type PolicyGate } from "../policy/policy-gate.ts";
import type { ToolTraits } from "../policy/policy.ts";

/** Returns a fail for each of these calls. */
export function certainDenials(
  source: string,
  effects: ProgramEffects,
  tools: Tools | undefined,
  gate: PolicyGate,
): readonly Fail[] {
  return effects.tools.flatMap(({ tool, sites, least }) => {
    const given: unknown =
      tools !== undefined && Object.hasOwn(tools, tool) ? tools[tool] : undefined;
    const traits: ToolTraits = isObject(given) ? given : {};
    return sites
      .filter(({ isUnconditional }) => isUnconditional)
      .flatMap((site) => {
        const decision = gate.certainDenial({
          tool,
          traits,
          calls: undefined,
          // If all calls come from here, so does the last one.
          callsAtLeast: sites.length === 1 ? least : 1,
          argument: (name) => argumentOf(site, name),
        });
        return decision === undefined ? [] : [failOf(source, site, deniedText(tool, decision))];
      });
  });
}

function argumentOf({ arguments: args }: EffectSite, name: string): { value: unknown } | undefined {
  // A contract may give an absent argument a value, or find it under another spelling.
  const shape = args?.get(name);
  return shape?.kind === "literal" ? { value: shape.value } : undefined;
}

function failOf(source: string, { tool, position }: EffectSite, message: string): Fail {
  return {
    reason: "policy_denied",
    message,
    op: `tool/${tool}`,
    details: { position, excerpt: excerptAt(source, position) },
  };
}
