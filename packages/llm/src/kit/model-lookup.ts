// Models by names such as `anthropic:claude-sonnet-5`, created on first use.

import type { LanguageModel } from "../contract/language-model.ts";

/** Creates a model of a provider, such as `(modelId) => anthropic(modelId, { apiKey })`. */
export type ModelMaker = (modelId: string) => LanguageModel;

/** Names may come from data, so the number of cached models and the length of names are limited. */
const mostModels = 1_000;
const longestName = 200;

/** Looks up models by names of the form `provider:model`. Created by `modelsByProvider`. */
export class ModelLookup {
  private readonly makers: ReadonlyMap<string, ModelMaker>;
  private readonly models = new Map<string, LanguageModel>();

  /** @throws TypeError if a maker is not a function or a provider's name is invalid */
  constructor(makers: Readonly<Record<string, ModelMaker>>) {
    this.makers = new Map(Object.entries(makers));
    for (const [provider, make] of this.makers) {
      if (provider === "" || provider.includes(":"))
        throw new TypeError(
          `modelsByProvider: ${JSON.stringify(provider)}: expected a provider name without a colon`,
        );
      if (typeof make !== "function")
        throw new TypeError(
          `modelsByProvider: ${provider}: expected a function that takes the model id`,
        );
    }
  }

  /** The names of the providers, in the order given. */
  get providers(): readonly string[] {
    return [...this.makers.keys()];
  }

  /**
   * Returns the model of that name, the same one each time. Returns undefined if the name has
   * another form or an unknown provider. Rethrows errors of makers.
   */
  find(name: string): LanguageModel | undefined {
    const known = this.models.get(name);
    if (known !== undefined) return known;
    const colon = name.indexOf(":");
    const make = this.makers.get(name.slice(0, colon));
    const modelId = name.slice(colon + 1);
    if (colon < 1 || make === undefined || modelId === "" || name.length > longestName)
      return undefined;
    const model = make(modelId);
    if (this.models.size < mostModels) this.models.set(name, model);
    return model;
  }
}

/**
 * Creates a registry of models by names of the form `provider:model`. The part after the first
 * colon is passed to the provider's function. Use it as the registry of a run:
 * `llmRegistry: modelsByProvider({ anthropic: (modelId) => anthropic(modelId, { apiKey }) })`.
 * @throws TypeError
 */
export function modelsByProvider(makers: Readonly<Record<string, ModelMaker>>): ModelLookup {
  return new ModelLookup(makers);
}
