// What a user says of a model, checked once.

import type { ModelCapabilities } from "@ptc/llm";
import { checkedConnection, type Connection, type ConnectionOptions } from "@ptc/llm/adapter";

/** The options of a model of Anthropic. */
export interface AnthropicOptions extends ConnectionOptions {
  /** The key of Anthropic's console. It is read from no environment. */
  readonly apiKey: string;
  /** Default: `https://api.anthropic.com`. */
  readonly baseUrl?: string;
  /** Tokens of an answer where the request does not say it; the API wants one. Default 8192. */
  readonly maxOutputTokens?: number;
  /** Milliseconds until a request is given up that was not answered. Default 600,000. */
  readonly timeoutMs?: number;
  /** Where a model differs from what Claude models can do. */
  readonly capabilities?: Partial<ModelCapabilities>;
}

export interface CheckedOptions extends Connection {
  readonly apiKey: string;
  readonly maxOutputTokens: number;
  readonly capabilities: ModelCapabilities;
}

const known = [
  "apiKey",
  "baseUrl",
  "fetch",
  "headers",
  "maxOutputTokens",
  "timeoutMs",
  "capabilities",
] as const satisfies readonly (keyof AnthropicOptions)[];

/** @throws TypeError with the name of the option. */
export function checkedOptions(modelId: string, options: AnthropicOptions): CheckedOptions {
  const connection = checkedConnection(modelId, options, {
    provider: "anthropic",
    baseUrl: "https://api.anthropic.com",
    exampleModel: "claude-sonnet-5",
    options: known,
  });
  const { apiKey } = connection;
  if (apiKey === undefined)
    throw new TypeError("anthropic: apiKey is missing: pass the key, it is read from nowhere");
  const maxOutputTokens = options.maxOutputTokens ?? 8_192;
  if (!Number.isSafeInteger(maxOutputTokens) || maxOutputTokens < 1)
    throw new TypeError("anthropic: maxOutputTokens: expected a whole number above 0");
  return {
    ...connection,
    apiKey,
    maxOutputTokens,
    capabilities: { ...claude, ...options.capabilities },
  };
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
