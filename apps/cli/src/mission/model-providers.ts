// The providers of models that `ptc run --model` knows: their packages, and the variables of the
// environment that hold keys and addresses. A package is loaded when it is asked for.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { presentFields } from "@ptc/core/internal/host";
import type { LanguageModel } from "@ptc/llm";
import type { Host } from "../terminal/host.ts";
import { UsageError } from "../terminal/usage-error.ts";

interface Provider {
  readonly package: string;
  readonly load: () => Promise<object>;
  /** The name of the function that makes its models. */
  readonly maker: string;
  /** The variable with the key; absent where none is needed. */
  readonly key?: string;
  /** Other servers speak its API too, and may need no key. */
  readonly hasOtherServers?: true;
  /** The variable with the address of another server. */
  readonly address: string;
}

/** What all their functions take. */
interface MakerOptions {
  readonly apiKey?: string;
  readonly baseUrl?: string;
}
type Maker = (modelId: string, options: MakerOptions) => LanguageModel;

export const providers: ReadonlyMap<string, Provider> = new Map([
  [
    "anthropic",
    {
      package: "@ptc/anthropic",
      load: () => import("@ptc/anthropic"),
      maker: "anthropic",
      key: "ANTHROPIC_API_KEY",
      address: "ANTHROPIC_BASE_URL",
    },
  ],
  [
    "openai",
    {
      package: "@ptc/openai",
      load: () => import("@ptc/openai"),
      maker: "openai",
      key: "OPENAI_API_KEY",
      hasOtherServers: true,
      address: "OPENAI_BASE_URL",
    },
  ],
  [
    "google",
    {
      package: "@ptc/google",
      load: () => import("@ptc/google"),
      maker: "google",
      key: "GEMINI_API_KEY",
      address: "GEMINI_BASE_URL",
    },
  ],
  [
    "ollama",
    {
      package: "@ptc/ollama",
      load: () => import("@ptc/ollama"),
      maker: "ollama",
      address: "OLLAMA_HOST",
    },
  ],
]);

/** @throws UsageError saying which package to install, or which variable is missing */
export async function providerModel(
  { environment, folder }: Pick<Host, "environment" | "folder">,
  provider: Provider,
  modelId: string,
): Promise<LanguageModel> {
  const { key, address } = provider;
  const apiKey = variable(environment, key);
  const baseUrl = variable(environment, address);
  const isFree = provider.hasOtherServers === true && baseUrl !== undefined;
  if (key !== undefined && apiKey === undefined && !isFree)
    throw new UsageError(`--model: ${provider.package} needs a key: set ${key}`);
  const module = await loaded(provider, folder);
  const make = (module as Readonly<Record<string, unknown>>)[provider.maker];
  if (typeof make !== "function")
    throw new UsageError(`--model: ${provider.package} has no function ${provider.maker}`);
  try {
    // The packages are ours: their functions have this type.
    return (make as Maker)(modelId, {
      ...presentFields({ apiKey, baseUrl }),
    });
  } catch (error) {
    throw new UsageError(`--model: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What a variable holds; one that is empty is not set. */
function variable(
  environment: Readonly<Record<string, string | undefined>>,
  name: string | undefined,
): string | undefined {
  const value = name === undefined ? undefined : environment[name];
  return value === undefined || value.trim() === "" ? undefined : value;
}

/** From beside this package, or from the user's folder, where package managers keep them apart. */
async function loaded(provider: Provider, folder: string): Promise<object> {
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
    throw new UsageError(
      `--model: ${provider.package} is not installed: npm install ${provider.package}`,
    );
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}
