// What a user says of a model, checked once.

import type { ModelCapabilities } from "@ptc/llm";
import { checkedConnection, type ConnectionOptions } from "@ptc/llm/adapter";

/** The options of a model of Ollama. */
export interface OllamaOptions extends ConnectionOptions {
  /** Default: `http://127.0.0.1:11434`. */
  readonly baseUrl?: string;
  /** For servers that ask for one, such as `https://ollama.com`. Read from no environment. */
  readonly apiKey?: string;
  /** Milliseconds by which an answer has to be whole. Default 600,000. */
  readonly timeoutMs?: number;
  /** How long the server keeps the model loaded, such as `10m`. */
  readonly keepAlive?: string;
  /** What the model can do; many cannot call tools or think. */
  readonly capabilities?: Partial<ModelCapabilities>;
}

export interface CheckedOptions {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly keepAlive: string | undefined;
  readonly capabilities: ModelCapabilities;
}

const known = [
  "baseUrl",
  "apiKey",
  "fetch",
  "headers",
  "timeoutMs",
  "keepAlive",
  "capabilities",
] as const satisfies readonly (keyof OllamaOptions)[];

/** @throws TypeError with the name of the option. */
export function checkedOptions(modelId: string, options: OllamaOptions): CheckedOptions {
  const { apiKey, baseUrl, fetch, headers, timeoutMs } = checkedConnection(modelId, options, {
    provider: "ollama",
    baseUrl: "http://127.0.0.1:11434",
    exampleModel: "qwen3",
    options: known,
  });
  return {
    url: `${baseUrl}/api/chat`,
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    headers: {
      ...headers,
      "content-type": "application/json",
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    timeoutMs,
    keepAlive: options.keepAlive,
    capabilities: {
      streaming: true,
      toolCalls: true,
      structuredOutput: "schema",
      thinking: true,
      files: ["image/png", "image/jpeg", "image/webp"],
      ...options.capabilities,
    },
  };
}
