// Checks that a mission can start: its depth, its model with the needed capabilities, its context
// and its prompt.

import type { HostFile } from "@ptc/core/values";
import type { LanguageModel } from "@ptc/llm";
import { oneRequest } from "../bounds/spending.ts";
import { installedProviders, type ProviderName } from "../model/installed-providers.ts";
import { resolveModel, unloadedProvider, type ResolveModelResult } from "../model/resolve-model.ts";
import { unsentFile } from "../modes/file-needs.ts";
import type { Mode } from "../modes/mode.ts";
import { missingCapability } from "../modes/model-needs.ts";
import { preparePrompt } from "./prepare-prompt.ts";
import { tooDeepFail } from "./bound-fails.ts";
import { missingModelBelow } from "./missing-model.ts";
import type { StartResult } from "./mission-frame.ts";
import type { MissionParts } from "./mission-parts.ts";

/** The start of a mission: its model, its checked context, and its prompt. */
export interface MissionStart {
  readonly model: LanguageModel;
  readonly context: Readonly<Record<string, unknown>>;
  readonly prompt: string;
  /** The files that the prompt attaches. */
  readonly files: readonly HostFile[];
}

export type MissionStartResult = StartResult<MissionStart>;

export function missionStart(parts: MissionParts, mode: Mode): MissionStartResult {
  const { agent, options, scope, log, firewall, spending, runId } = parts;
  if (scope.depth > scope.maxDepth) return { ok: false, fail: tooDeepFail(scope) };
  const resolved = options.effects.resolve(runId, () => modelOf(parts));
  if (!resolved.ok) return resolved;
  const { model } = resolved;
  const missing = missingCapability(mode, model);
  if (missing !== undefined) return { ok: false, fail: missing };
  // Skip the prompt if the mission can't afford a single request.
  const spent = spending.refusal(oneRequest);
  if (spent !== undefined) return { ok: false, fail: spent };
  const prepared = preparePrompt(agent, options.context, firewall, mode);
  if (!prepared.ok) return prepared;
  const { context, prompt, files, warnings } = prepared;
  warnings.forEach((warning) => {
    log.warn(`context: ${warning}`);
  });
  log.prompt = prompt;
  const attached = [...files, ...(options.conversation?.files ?? [])];
  const unsent = unsentFile(attached, model, firewall);
  if (unsent !== undefined) return { ok: false, fail: unsent };
  return { ok: true, model, context, prompt, files };
}

/**
 * Loads the provider packages that the mission and its children name, before it starts. Returns
 * undefined if there are none to load.
 */
export function loadProviders(parts: MissionParts): Promise<void> | undefined {
  const provider = unloadedIn(parts);
  return provider === undefined
    ? undefined
    : installedProviders.load(provider).then(() => loadProviders(parts));
}

function unloadedIn(parts: MissionParts): ProviderName | undefined {
  const resolved = modelOf(parts);
  return resolved.ok ? undefined : unloadedProvider(resolved.fail);
}

function modelOf({ agent, options, scope }: MissionParts): ResolveModelResult {
  const registry = options.llmRegistry ?? scope.llmRegistry;
  const resolved = resolveModel(options.llm ?? agent.llm ?? scope.llm, registry);
  // The parent mission has already checked the models of its children.
  if (!resolved.ok || scope.parent !== undefined) return resolved;
  const missing = missingModelBelow(agent, registry);
  return missing === undefined ? resolved : { ok: false, fail: missing };
}
