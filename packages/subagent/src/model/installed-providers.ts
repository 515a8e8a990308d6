// Models by names such as `anthropic:claude-sonnet-5`, from the provider packages that the
// application has installed. A package is loaded before the first mission that names it.

import { isObject } from "@ptc/core/internal/host";
import { isLanguageModel } from "@ptc/llm/adapter";
import type { LanguageModel } from "@ptc/llm";

/** The providers whose package exports a function of the same name. */
export const providerNames = ["anthropic", "google", "ollama", "openai"] as const;
export type ProviderName = (typeof providerNames)[number];

type CreateModel = (modelId: string) => unknown;

/** Loads a package, such as `@ptc/anthropic`. */
export type LoadPackage = (name: string) => Promise<unknown>;

/**
 * Loads a package of the application. Bundlers can't follow the variable, so they leave the import
 * to the host, and a project without the package builds.
 */
const loadInstalled: LoadPackage = (name) =>
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name);

/** The result of finding a model by name. */
export type FoundModel =
  | { readonly model: LanguageModel }
  /** The package has to be loaded first. */
  | { readonly unloaded: ProviderName }
  | { readonly problem: string };

/** The provider packages that were loaded. Contains code only, no models and no keys. */
export class InstalledProviders {
  private readonly loadPackage: LoadPackage;
  private readonly loaded = new Map<ProviderName, CreateModel | { readonly problem: string }>();

  constructor(loadPackage: LoadPackage = loadInstalled) {
    this.loadPackage = loadPackage;
  }

  /** Returns undefined if `name` has another form or an unknown provider. */
  find(name: string): FoundModel | undefined {
    const colon = name.indexOf(":");
    const provider = providerNames.find((known) => known === name.slice(0, Math.max(0, colon)));
    const modelId = name.slice(colon + 1);
    if (provider === undefined || modelId === "") return undefined;
    const create = this.loaded.get(provider);
    if (create === undefined) return { unloaded: provider };
    if (typeof create !== "function") return create;
    try {
      const model = create(modelId);
      if (isLanguageModel(model)) return { model };
      return { problem: `${packageOf(provider)} returned no model of contract version 1` };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Loads the package. A package that can't be loaded is a problem of `find`. */
  async load(provider: ProviderName): Promise<void> {
    const name = packageOf(provider);
    let found: unknown;
    try {
      const module = await this.loadPackage(name);
      found = isObject(module) ? module[provider] : undefined;
    } catch {
      const problem = `${name} can't be loaded: install it, or create the model yourself in a bundled application (\`llm: ${provider}("…")\`)`;
      this.loaded.set(provider, { problem });
      return;
    }
    this.loaded.set(
      provider,
      typeof found === "function"
        ? (found as CreateModel)
        : { problem: `${name} has no function ${provider}: update it` },
    );
  }
}

function packageOf(provider: ProviderName): string {
  return `@ptc/${provider}`;
}

/** The packages of this process, which are only code. */
export const installedProviders: InstalledProviders = /* @__PURE__ */ new InstalledProviders();
