// Makes the model that `ptc.json` names for an agent. Its provider is a package of its own, which
// is loaded next to this one, or from the folder of the configuration.

import type { AgentRunOptions } from "@ptc/subagent";
import { knownProviders, providerModel } from "@ptc/subagent/internal/node";
import type { ModelSettings } from "../config/configuration.ts";
import { CredentialError, type Credentials } from "../config/credentials.ts";

/** The parts of the host that models need. */
export interface ModelHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the configuration. */
  readonly folder: string;
  readonly credentials: Credentials;
}

type Provider = (typeof knownProviders)[keyof typeof knownProviders];

/**
 * Returns the model. Its key is the given one, or that of the provider's environment variable.
 * @throws LoadError for an unknown provider, a missing package or a missing key; CredentialError
 */
export async function agentModel(
  { name, apiKey, baseUrl }: ModelSettings,
  { env, folder, credentials }: ModelHost,
): Promise<NonNullable<AgentRunOptions["llm"]>> {
  const colon = name.indexOf(":");
  const providerName = name.slice(0, Math.max(0, colon));
  const provider = new Map<string, Provider>(Object.entries(knownProviders)).get(providerName);
  const keyVariable =
    provider !== undefined && "keyVariable" in provider ? provider.keyVariable : undefined;
  if (apiKey !== undefined && provider !== undefined && keyVariable === undefined)
    throw new CredentialError(`apiKey: ${provider.package} takes no key: remove it`);
  const environment = { ...env };
  if (apiKey !== undefined && keyVariable !== undefined)
    environment[keyVariable] = await credentials.text(apiKey, "apiKey", true);
  if (baseUrl !== undefined && provider !== undefined) environment[provider.urlVariable] = baseUrl;
  const key = keyVariable === undefined ? undefined : environment[keyVariable];
  if (key !== undefined && key !== "") credentials.remember(key);
  return await providerModel(providerName, name.slice(colon + 1), {
    providers,
    environment,
    folder,
    shown: `the model ${JSON.stringify(name)}`,
  });
}

const providers = Object.fromEntries(
  Object.entries(knownProviders).map(([name, provider]) => [
    name,
    { ...provider, load: async () => (await import(provider.package)) as object },
  ]),
);
