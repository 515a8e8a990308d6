// The options of Anthropic's models, checked once.

import type { ModelCapabilities } from "@ptc/llm";
import {
  checkedConnection,
  keyedConnection,
  type ConnectionDefaults,
  type ConnectionOptions,
  type KeyedConnection,
} from "@ptc/llm/adapter";

/** The options of Anthropic's models. */
export interface AnthropicOptions extends ConnectionOptions {
  /** A key from Anthropic's console. Default: `ANTHROPIC_API_KEY`, except in browsers. */
  readonly apiKey?: string | undefined;
  /** Defaults to `https://api.anthropic.com`. Other servers never get `ANTHROPIC_API_KEY`. */
  readonly baseUrl?: string | undefined;
  /** The token limit for requests without one, because the API requires it. Default 8192. */
  readonly maxOutputTokens?: number;
}

export interface CheckedOptions extends KeyedConnection {
  readonly maxOutputTokens: number;
}

const ownOptions = ["maxOutputTokens"] as const satisfies readonly (keyof AnthropicOptions)[];

/** @throws TypeError with the name of the option */
export function checkedOptions(modelId: string, options: AnthropicOptions): CheckedOptions {
  const connection = keyedConnection(checkedConnection(modelId, options, defaults), defaults);
  const maxOutputTokens = options.maxOutputTokens ?? 8_192;
  if (!Number.isSafeInteger(maxOutputTokens) || maxOutputTokens < 1)
    throw new TypeError("anthropic: maxOutputTokens: expected a whole number above 0");
  return { ...connection, maxOutputTokens };
}

const files = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "application/pdf",
  "text/plain",
];

const claude: ModelCapabilities = {
  streaming: true,
  toolCalls: true,
  structuredOutput: "schema",
  thinking: true,
  files,
  resultFiles: files,
  fileUrls: files.filter((type) => type !== "text/plain"),
};

const defaults: ConnectionDefaults = {
  provider: "anthropic",
  baseUrl: "https://api.anthropic.com",
  environmentKey: { variables: ["ANTHROPIC_API_KEY"], domain: "anthropic.com" },
  exampleModel: "claude-sonnet-5",
  ownOptions,
  capabilities: claude,
};
