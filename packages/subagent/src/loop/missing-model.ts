// Looks for models that the tools of an agent name and nobody registered, before anything is paid
// for.

import type { Fail } from "@ptc/core/contracts";
import type { Agent } from "../agent/agent.ts";
import { resolveModel, type ModelChoice, type ModelRegistry } from "../model/resolve-model.ts";

/**
 * Why a mission of a tool of `agent` could not begin, or why its conversation could not be
 * summarised; `seen` are agents looked at before.
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

/** Why a model that is named cannot be used; one that is not named comes from the caller. */
export function missingModel(
  choice: ModelChoice | undefined,
  registry: ModelRegistry | undefined,
): Fail | undefined {
  if (choice === undefined) return undefined;
  const resolved = resolveModel(choice, registry);
  return resolved.ok ? undefined : resolved.fail;
}
