// The providers of `ptc run --model`. Help, completion, errors and the READMEs derive from this
// table. It imports no provider: `load` runs on first use.

import type { ModelProviders } from "@ptc/subagent/internal/node";

/** Providers by the name before the colon, which is also the name of the package's function. */
export const providers = {
  anthropic: {
    package: "@ptc/anthropic",
    load: () => import("@ptc/anthropic"),
    keyVariable: "ANTHROPIC_API_KEY",
    urlVariable: "ANTHROPIC_BASE_URL",
  },
  openai: {
    package: "@ptc/openai",
    load: () => import("@ptc/openai"),
    keyVariable: "OPENAI_API_KEY",
    urlVariable: "OPENAI_BASE_URL",
    hasKeylessServers: true,
  },
  google: {
    package: "@ptc/google",
    load: () => import("@ptc/google"),
    keyVariable: "GEMINI_API_KEY",
    urlVariable: "GEMINI_BASE_URL",
  },
  ollama: {
    package: "@ptc/ollama",
    load: () => import("@ptc/ollama"),
    urlVariable: "OLLAMA_HOST",
  },
} as const satisfies ModelProviders;
