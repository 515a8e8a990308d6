// The options of Ollama's models, checked once.

import type { ModelCapabilities } from "@ptc/llm";
import { checkedConnection, type ConnectionOptions } from "@ptc/llm/adapter";

/** The options of Ollama's models. */
export interface OllamaOptions extends ConnectionOptions {
  /** Defaults to `http://127.0.0.1:11434`. */
  readonly baseUrl?: string | undefined;
  /** For servers that require a key. Default for `https://ollama.com`: `OLLAMA_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** The time for which the server keeps the model loaded, such as `10m`. */
  readonly keepAlive?: string;
  /** The capabilities of the model. Many models can't call tools or think. */
  readonly capabilities?: Partial<ModelCapabilities>;
}

export interface CheckedOptions {
  /** The address of the server. */
  readonly url: URL;
  readonly chatUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly keepAlive: string | undefined;
  readonly capabilities: ModelCapabilities;
}

const ownOptions = ["keepAlive"] as const satisfies readonly (keyof OllamaOptions)[];

const defaultCapabilities: ModelCapabilities = {
  streaming: true,
  toolCalls: true,
  structuredOutput: "schema",
  thinking: true,
  files: ["image/png", "image/jpeg", "image/webp"],
};

/** @throws TypeError with the name of the option */
export function checkedOptions(modelId: string, options: OllamaOptions): CheckedOptions {
  const connection = checkedConnection(modelId, options, {
    provider: "ollama",
    baseUrl: "http://127.0.0.1:11434",
    environmentKey: { variables: ["OLLAMA_API_KEY"], domain: "ollama.com" },
    exampleModel: "qwen3",
    ownOptions,
    capabilities: defaultCapabilities,
  });
  const { apiKey, url, baseUrl, fetch, headers, timeoutMs, totalTimeoutMs, capabilities } =
    connection;
  return {
    url,
    chatUrl: `${baseUrl}/api/chat`,
    fetch,
    headers: {
      ...headers,
      "content-type": "application/json",
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    timeoutMs,
    totalTimeoutMs,
    keepAlive: options.keepAlive,
    capabilities,
  };
}
