// Finds models that the tools of an agent name but the registry lacks, before any request is paid
// for.

import type { Fail } from "@ptc/core/contracts";
import type { Agent } from "../agent/agent.ts";
import { resolveModel, type ModelChoice, type ModelRegistry } from "../model/resolve-model.ts";

/**
 * Returns why a child mission of `agent` couldn't start, or why its conversation couldn't be
 * summarized. `seen` contains agents that were already checked.
 */
export function missingModelBelow(
  agent: Agent,
  registry: ModelRegistry | undefined,
  seen: Set<object> = new Set<object>(),
): Fail | undefined {
  if (seen.has(agent)) return undefined;
  seen.add(agent);
  const ofSummaries = missingModel(agent.compaction?.llm, registry);
  if (ofSummaries !== undefined)
    return { ...ofSummaries, message: `compaction.llm: ${ofSummaries.message}` };
  for (const [name, { work }] of agent.tools) {
    const fail = typeof work === "function" ? undefined : work.missingModel(registry, seen);
    if (fail !== undefined) return { ...fail, message: `tool/${name}: ${fail.message}` };
  }
  return undefined;
}

/** Returns why a model can't be used. A call without a model uses the model of its caller. */
export function missingModel(
  choice: ModelChoice | undefined,
  registry: ModelRegistry | undefined,
): Fail | undefined {
  if (choice === undefined) return undefined;
  const resolved = resolveModel(choice, registry);
  return resolved.ok ? undefined : resolved.fail;
}
