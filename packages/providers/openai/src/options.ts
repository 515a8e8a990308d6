// What a user says of a model, checked once.

import type { ModelCapabilities } from "@ptc/llm";
import { checkedConnection, type Connection, type ConnectionOptions } from "@ptc/llm/adapter";
import { capabilitiesOf } from "./model-family.ts";

/** The options of a model of OpenAI, or of a server that speaks its API. */
export interface OpenAIOptions extends ConnectionOptions {
  /** The key. It is read from no environment. Other servers than OpenAI's may need none. */
  readonly apiKey?: string;
  /** Where the API begins, such as `http://127.0.0.1:8000/v1`. Default: OpenAI's. */
  readonly baseUrl?: string;
  /**
   * The Responses API or Chat Completions. Default: `responses` at OpenAI, `chat` at other servers.
   */
  readonly api?: "responses" | "chat";
  /**
   * Milliseconds until a request is given up that was not answered; of a stream, between two
   * events. Default 600,000.
   */
  readonly timeoutMs?: number;
  /** Where a model differs from what OpenAI's models can do. */
  readonly capabilities?: Partial<ModelCapabilities>;
}

export interface CheckedOptions extends Connection {
  readonly api: "responses" | "chat";
  readonly capabilities: ModelCapabilities;
  /** The host of the server; what it wants back goes to no other. */
  readonly server: string;
  /** Whether the server is OpenAI's own. */
  readonly isOpenAI: boolean;
}

const known = [
  "apiKey",
  "baseUrl",
  "api",
  "fetch",
  "headers",
  "timeoutMs",
  "capabilities",
] as const satisfies readonly (keyof OpenAIOptions)[];

/** @throws TypeError with the name of the option. */
export function checkedOptions(modelId: string, options: OpenAIOptions): CheckedOptions {
  const connection = checkedConnection(modelId, options, {
    provider: "openai",
    baseUrl: "https://api.openai.com/v1",
    exampleModel: "gpt-5.1",
    options: known,
  });
  const { apiKey, url } = connection;
  const isOpenAI = /^(?:.+\.)?openai\.com$/.test(url.hostname);
  if (apiKey === undefined && isOpenAI)
    throw new TypeError("openai: apiKey is missing: pass the key, it is read from nowhere");
  const api = options.api ?? (isOpenAI ? "responses" : "chat");
  if (!["responses", "chat"].includes(api))
    throw new TypeError('openai: api: expected "responses" or "chat"');
  return {
    ...connection,
    api,
    capabilities: { ...capabilitiesOf(modelId, api), ...options.capabilities },
    server: url.host,
    isOpenAI,
  };
}
