// Models by names such as `anthropic:claude-sonnet-5`, made when somebody asks for them.

import type { LanguageModel } from "../contract/language-model.ts";

/** Makes a model of a provider, such as `(modelId) => anthropic(modelId, { apiKey })`. */
export type ModelMaker = (modelId: string) => LanguageModel;

/** Names may come from data: so many models are kept, and no name is longer. */
const mostModels = 1_000;
const longestName = 200;

/** The model of a name `provider:model`. Made by `modelsByProvider`. */
export class ModelLookup {
  private readonly makers: ReadonlyMap<string, ModelMaker>;
  private readonly models = new Map<string, LanguageModel>();

  /** @throws TypeError for what is no maker or no name of a provider */
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

  /** The names of the providers, in the order in which they were given. */
  get providers(): readonly string[] {
    return [...this.makers.keys()];
  }

  /**
   * The model of that name, the same one each time; undefined where the name has another form or
   * an unknown provider. What a maker throws is thrown.
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
 * Models by names of the form `provider:model`: what stands behind the first colon is handed to the
 * function of the provider. It is the registry of a run:
 * `llmRegistry: modelsByProvider({ anthropic: (modelId) => anthropic(modelId, { apiKey }) })`.
 * @throws TypeError
 */
export function modelsByProvider(makers: Readonly<Record<string, ModelMaker>>): ModelLookup {
  return new ModelLookup(makers);
}
