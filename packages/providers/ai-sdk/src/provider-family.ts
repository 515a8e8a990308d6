// Capabilities and cache marks of providers by the name in their models, such as
// `anthropic.messages`. A model object reports neither. Unknown providers get no claims; users can
// set `capabilities`.
//
// Source: the documentation of the AI SDK's providers, https://ai-sdk.dev/providers.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelCapabilities, ProviderOptions } from "@ptc/llm";

export interface ProviderFamily {
  /** Matches `provider`, or the vendor in the `modelId` of a gateway. */
  readonly names: RegExp;
  readonly capabilities: Partial<ModelCapabilities>;
  /** The options that mark a message, and whether they also mark a tool. */
  readonly cacheMark?: { readonly options: ProviderOptions; readonly marksTools: boolean };
  /** Returns options for a thinking budget in tokens. */
  readonly thinkingBudget?: (tokens: number) => ProviderOptions;
}

const images = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const documents = [...images, "application/pdf"];

const families: readonly ProviderFamily[] = [
  {
    // Includes Claude at Google and Amazon: `vertex.anthropic.messages`.
    names: /(?:^|\.)anthropic(?:\.|$)/,
    capabilities: {
      structuredOutput: "schema",
      thinking: true,
      files: [...documents, "text/plain"],
      resultFiles: documents,
    },
    cacheMark: {
      options: { anthropic: { cacheControl: { type: "ephemeral" } } },
      marksTools: true,
    },
    thinkingBudget: (budgetTokens) => ({
      anthropic: { thinking: { type: "enabled", budgetTokens } },
    }),
  },
  {
    names: /^(?:amazon-)?bedrock(?:\.|$)/,
    capabilities: { structuredOutput: "schema", thinking: true, files: documents },
    cacheMark: { options: { bedrock: { cachePoint: { type: "default" } } }, marksTools: false },
    thinkingBudget: (budgetTokens) => ({
      bedrock: { reasoningConfig: { type: "enabled", budgetTokens } },
    }),
  },
  {
    names: /^(?:google|vertex)(?:\.|$)/,
    capabilities: {
      structuredOutput: "schema",
      thinking: true,
      files: [...documents, "text/*", "audio/*", "video/*"],
    },
    thinkingBudget: (thinkingBudget) => ({
      google: { thinkingConfig: { includeThoughts: true, thinkingBudget } },
    }),
  },
  {
    names: /^(?:openai|azure)(?:\.|$)/,
    capabilities: { structuredOutput: "schema", thinking: true, files: documents },
  },
  {
    names: /^mistral(?:\.|$)/,
    capabilities: { structuredOutput: "schema", files: documents },
  },
  {
    names: /^xai(?:\.|$)/,
    capabilities: { structuredOutput: "schema", thinking: true, files: images },
  },
];

export function familyOf({
  provider,
  modelId,
}: Pick<LanguageModelV4, "provider" | "modelId">): ProviderFamily | undefined {
  // A gateway passes options and marks to the vendor, which comes first: `anthropic/claude-…`.
  const [vendor = ""] = modelId.split("/", 1);
  const name = /^gateway(?:\.|$)/.test(provider) ? vendor : provider;
  return families.find(({ names }) => names.test(name));
}
