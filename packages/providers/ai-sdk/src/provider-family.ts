// What is known of providers by the name that their models have, such as `anthropic.messages`: the
// object of a model tells neither what it can do nor how places for a cache of prompts are marked.
// Of others nothing is claimed; `capabilities` says more.
//
// Source: the documentation of the AI SDK's providers, https://ai-sdk.dev/providers.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelCapabilities, ProviderOptions } from "@ptc/llm";

export interface ProviderFamily {
  /** Of `provider`, or of the vendor in the `modelId` of a gateway. */
  readonly names: RegExp;
  readonly capabilities: Partial<ModelCapabilities>;
  /** What marks a message, and whether it marks a tool too. */
  readonly cacheMark?: { readonly options: ProviderOptions; readonly marksTools: boolean };
  /** Options for so many tokens of thinking. */
  readonly thinkingBudget?: (tokens: number) => ProviderOptions;
}

const images = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const documents = [...images, "application/pdf"];

const families: readonly ProviderFamily[] = [
  {
    // Also Claude at Google and at Amazon: `vertex.anthropic.messages`.
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
  // A gateway hands options and marks to the vendor, which stands first: `anthropic/claude-…`.
  const [vendor = ""] = modelId.split("/", 1);
  const name = /^gateway(?:\.|$)/.test(provider) ? vendor : provider;
  return families.find(({ names }) => names.test(name));
}
