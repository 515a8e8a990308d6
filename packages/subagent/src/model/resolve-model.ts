// Finds the model of a mission, which may be a `LanguageModel`, a function of the request, or a
// name in a registry.

import { shortened } from "@ptc/core/internal/printing";
import { nearestNames } from "@ptc/core/internal/errors";
import type { Fail } from "@ptc/core/contracts";
import { toLanguageModel, type LanguageModel, type ModelFunction } from "@ptc/llm";
import { ModelLookup, isLanguageModel } from "@ptc/llm/adapter";
import {
  installedProviders,
  providerNames,
  type InstalledProviders,
  type ProviderName,
} from "./installed-providers.ts";

/** A model, or the name of one in a registry. */
export type ModelChoice = LanguageModel | ModelFunction | string;

/** Models by name, without inherited fields, or the result of `modelsByProvider`. */
export type ModelRegistry = Readonly<Record<string, LanguageModel | ModelFunction>> | ModelLookup;

/**
 * The registry of names that a call chooses if the application gave no registry. It refuses all of
 * them: installed packages serve only names that the application chooses.
 */
export const noChosenModels: ModelRegistry = /* @__PURE__ */ Object.freeze({});

export type ResolveModelResult =
  | { readonly ok: true; readonly model: LanguageModel }
  | { readonly ok: false; readonly fail: Fail };

/**
 * Returns the model, or a fail with the reason `llm_required`, `llm_registry_required`,
 * `llm_not_found` or `invalid_llm`.
 */
export function resolveModel(
  choice: ModelChoice | undefined,
  registry: ModelRegistry | undefined,
  providers: InstalledProviders = installedProviders,
): ResolveModelResult {
  // A caller written in JavaScript may pass anything.
  const given: unknown = choice;
  if (given === undefined || given === null)
    return refused(
      "llm_required",
      "no model was given: pass `llm` (a LanguageModel of `@ptc/llm`, an async function of the request, or a name in `llmRegistry`)",
    );
  if (typeof given !== "string") return usable(given, "`llm`");
  if (registry === undefined) return installed(given, providers);
  if (registry === noChosenModels)
    return refused(
      "llm_registry_required",
      `a call can't choose the model ${quoted(given)}, because the application allows no names: omit \`llm\` to ask the default model (the application allows names with \`llmRegistry\`)`,
    );
  if (registry instanceof ModelLookup) return lookedUp(given, registry);
  if (Object.hasOwn(registry, given))
    return usable(registry[given], `the model ${quoted(given)} of the registry`);
  const names = Object.keys(registry);
  const near = nearestNames(given.slice(0, 64), names, 1)[0];
  const known =
    names.length === 0 ? "it is empty" : `it has ${names.slice(0, 20).map(quoted).join(", ")}`;
  return refused(
    "llm_not_found",
    `the registry has no model ${quoted(given)}; ${known}${near === undefined ? "" : `. Did you mean ${quoted(near)}?`}`,
  );
}

/** Finds a model of an installed provider package. */
function installed(name: string, providers: InstalledProviders): ResolveModelResult {
  const found = providers.find(name);
  if (found === undefined)
    return refused(
      "llm_registry_required",
      `the model is named ${quoted(name)}, but there is no registry: pass \`llmRegistry: { ${quoted(name)}: model }\`, or use provider:model, with ${providerNames.join(", ")}`,
    );
  if ("model" in found) return { ok: true, model: found.model };
  if ("problem" in found)
    return refused("invalid_llm", `the model ${quoted(name)}: ${found.problem}`);
  const { unloaded } = found;
  const { fail } = refused("llm_not_found", `the package of ${quoted(name)} isn't loaded yet`);
  return { ok: false, fail: { ...fail, details: { kind: unloadedKind, data: unloaded } } };
}

const unloadedKind = "provider_not_loaded";

/** Returns the provider whose package must be loaded before the mission can start. */
export function unloadedProvider(fail: Fail | undefined): ProviderName | undefined {
  const { kind, data } = fail?.details ?? {};
  return kind === unloadedKind ? providerNames.find((name) => name === data) : undefined;
}

function lookedUp(name: string, registry: ModelLookup): ResolveModelResult {
  try {
    const model = registry.find(name);
    if (model !== undefined) return usable(model, `the model ${quoted(name)} of the registry`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refused("invalid_llm", `the model ${quoted(name)} of the registry: ${why}`);
  }
  const { providers } = registry;
  return refused(
    "llm_not_found",
    `the registry has no model ${quoted(name)}: use provider:model, with ${providers.slice(0, 20).join(", ") || "no provider"}`,
  );
}

function usable(model: unknown, what: string): ResolveModelResult {
  if (typeof model === "function" || isLanguageModel(model))
    return { ok: true, model: toLanguageModel(model as ModelFunction | LanguageModel) };
  return refused(
    "invalid_llm",
    `${what} is ${model === null ? "null" : `of type ${typeof model}`}, expected a LanguageModel of \`@ptc/llm\` or a function of the request`,
  );
}

function refused(
  reason: "llm_required" | "llm_registry_required" | "llm_not_found" | "invalid_llm",
  message: string,
): Extract<ResolveModelResult, { readonly ok: false }> {
  return { ok: false, fail: { reason, message } };
}

function quoted(name: string): string {
  return JSON.stringify(shortened(name, 40));
}
