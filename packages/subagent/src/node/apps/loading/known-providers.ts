// The providers whose models apps create by name. It imports no provider: apps add how they load
// the packages.

import type { ModelProvider } from "./provider-model.ts";

/** Providers by the name before the colon, which is also the name of the package's function. */
export const knownProviders = {
  anthropic: {
    package: "@ptc/anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    urlVariable: "ANTHROPIC_BASE_URL",
  },
  openai: {
    package: "@ptc/openai",
    keyVariable: "OPENAI_API_KEY",
    urlVariable: "OPENAI_BASE_URL",
    hasKeylessServers: true,
  },
  google: {
    package: "@ptc/google",
    keyVariable: "GEMINI_API_KEY",
    urlVariable: "GEMINI_BASE_URL",
  },
  ollama: {
    package: "@ptc/ollama",
    urlVariable: "OLLAMA_HOST",
  },
} as const satisfies Readonly<Record<string, Omit<ModelProvider, "load">>>;
