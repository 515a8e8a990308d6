// Creates the model of a name such as `anthropic:claude-sonnet-5`. The app passes the table of its
// providers, and a provider's package is loaded on first use.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LoadError, presentFields } from "@ptc/core/internal/host";
import type { LanguageModel } from "@ptc/llm";

/** A provider whose models an app can create by name. */
export interface ModelProvider {
  /** The npm package, which exports a function with the provider's name. */
  readonly package: string;
  /** Loads the package from the app's own dependencies. */
  readonly load: () => Promise<object>;
  /** The environment variable with the key. Absent if the provider needs no key. */
  readonly keyVariable?: string;
  /** The environment variable with the URL of another server. */
  readonly urlVariable: string;
  /** True if servers at other URLs may need no key. */
  readonly hasKeylessServers?: true;
}

/** Providers by name. */
export type ModelProviders = Readonly<Record<string, ModelProvider>>;

/** The options of `providerModel`. */
export interface ProviderModelOptions {
  readonly providers: ModelProviders;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's folder, which may have provider packages of its own. */
  readonly folder: string;
  /** The start of messages, such as `--model anthropic:claude-sonnet-5`. */
  readonly shown: string;
}

/** Every provider's function accepts these options. */
interface ProviderOptions {
  readonly apiKey?: string;
  readonly baseUrl?: string;
}
type CreateModel = (modelId: string, options: ProviderOptions) => LanguageModel;

/**
 * Returns the model `modelId` of the provider `name`.
 * @throws LoadError naming the package to install, or the missing variable
 */
export async function providerModel(
  name: string,
  modelId: string,
  { providers, environment, folder, shown }: ProviderModelOptions,
): Promise<LanguageModel> {
  const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
  if (provider === undefined)
    throw new LoadError(
      `${shown}: unknown provider ${JSON.stringify(name)} (use ${Object.keys(providers).join(", ")})`,
    );
  const { keyVariable, urlVariable, hasKeylessServers = false } = provider;
  const apiKey = variable(environment, keyVariable);
  const baseUrl = variable(environment, urlVariable);
  const needsNoKey = hasKeylessServers && baseUrl !== undefined;
  // A missing package comes first, because its installation needs no key.
  const module = await loaded(provider, folder, shown);
  if (keyVariable !== undefined && apiKey === undefined && !needsNoKey)
    throw new LoadError(`${shown}: ${provider.package} needs a key (set ${keyVariable})`);
  const create = (module as Readonly<Record<string, unknown>>)[name];
  if (typeof create !== "function")
    throw new LoadError(`${shown}: ${provider.package} has no function ${name}; update it`);
  try {
    // The packages belong to this repository, so their functions have this type.
    return (create as CreateModel)(modelId, presentFields({ apiKey, baseUrl }));
  } catch (error) {
    throw new LoadError(`${shown}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the value of a variable. An empty variable counts as absent. */
function variable(
  environment: Readonly<Record<string, string | undefined>>,
  name: string | undefined,
): string | undefined {
  const value = name === undefined ? undefined : environment[name];
  return value === undefined || value.trim() === "" ? undefined : value;
}

/** Loads the package from the app, or from the user's folder if the app doesn't have it. */
async function loaded(provider: ModelProvider, folder: string, shown: string): Promise<object> {
  try {
    return await provider.load();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    const path = createRequire(join(folder, "package.json")).resolve(provider.package);
    return (await import(pathToFileURL(path).href)) as object;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new LoadError(
      `${shown}: ${provider.package} is not installed (run npm install ${provider.package})`,
    );
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}
