// Finds the model of a mission. It is given as a `LanguageModel`, as a function of the request, or
// as a name in a registry.

import { nearestNames } from "@ptc/core/internal/errors";
import type { Fail } from "@ptc/core/contracts";
import { toLanguageModel, type LanguageModel, type ModelFunction } from "@ptc/llm";
import { ModelLookup, isLanguageModel } from "@ptc/llm/adapter";

/** A model, or the name of one in a registry. */
export type ModelChoice = LanguageModel | ModelFunction | string;

/** Models by name, of which inherited fields are ignored, or what `modelsByProvider` made. */
export type ModelRegistry = Readonly<Record<string, LanguageModel | ModelFunction>> | ModelLookup;

export type ResolveModelResult =
  | { readonly ok: true; readonly model: LanguageModel }
  | { readonly ok: false; readonly fail: Fail };

/**
 * The model, or a fail that says why there is none: `llm_required`, `llm_registry_required`,
 * `llm_not_found` or `invalid_llm`.
 */
export function resolveModel(
  choice: ModelChoice | undefined,
  registry: ModelRegistry | undefined,
): ResolveModelResult {
  // A caller written in JavaScript may pass anything.
  const given: unknown = choice;
  if (given === undefined || given === null)
    return refused(
      "llm_required",
      "no model was given: pass `llm`, a model of `@ptc/llm`'s contract, an async function of the request, or a name in `llmRegistry`",
    );
  if (typeof given !== "string") return usable(given, "`llm`");
  if (registry === undefined)
    return refused(
      "llm_registry_required",
      `the model was named, ${quoted(given)}, but no registry given: pass \`llmRegistry: { ${quoted(given)}: model }\``,
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
    `the registry has no model ${quoted(name)}: its names are provider:model, with ${providers.slice(0, 20).join(", ") || "no provider"}`,
  );
}

function usable(model: unknown, what: string): ResolveModelResult {
  if (typeof model === "function" || isLanguageModel(model))
    return { ok: true, model: toLanguageModel(model as ModelFunction | LanguageModel) };
  return refused(
    "invalid_llm",
    `${what} is ${model === null ? "null" : `of type ${typeof model}`}, expected a model of \`@ptc/llm\`'s contract or a function of the request`,
  );
}

function refused(
  reason: "llm_required" | "llm_registry_required" | "llm_not_found" | "invalid_llm",
  message: string,
): ResolveModelResult {
  return { ok: false, fail: { reason, message } };
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
}
