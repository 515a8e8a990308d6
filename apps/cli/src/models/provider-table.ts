// The providers of `ptc run --model`. Help, completion, errors and the READMEs derive from this
// table. It imports no provider: `load` runs on first use.

import { knownProviders, type ModelProvider } from "@ptc/subagent/internal/node";

const { anthropic, openai, google, ollama } = knownProviders;

/** Providers by the name before the colon, which is also the name of the package's function. */
export const providers = {
  anthropic: { ...anthropic, load: () => import("@ptc/anthropic") },
  openai: { ...openai, load: () => import("@ptc/openai") },
  google: { ...google, load: () => import("@ptc/google") },
  ollama: { ...ollama, load: () => import("@ptc/ollama") },
} as const satisfies Readonly<Record<keyof typeof knownProviders, ModelProvider>>;
