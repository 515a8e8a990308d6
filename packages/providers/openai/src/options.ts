// The options of OpenAI's models, checked once.

import {
  checkedConnection,
  keyedConnection,
  type Connection,
  type ConnectionDefaults,
  type ConnectionOptions,
} from "@ptc/llm/adapter";
import type { ModelWarning } from "@ptc/llm";
import { capabilitiesOf } from "./model-family.ts";

/** The options of models of OpenAI and of compatible servers. */
export interface OpenAIOptions extends ConnectionOptions {
  /**
   * The API key. Default for OpenAI's servers: `OPENAI_API_KEY`, except in browsers. Other servers
   * may not need a key.
   */
  readonly apiKey?: string | undefined;
  /** The URL of the API, such as `http://127.0.0.1:8000/v1`. Defaults to OpenAI's. */
  readonly baseUrl?: string | undefined;
  /**
   * The Responses API or Chat Completions. Default: `responses` for OpenAI's servers. For other
   * servers `chat`, which the `warnings` of each response report.
   */
  readonly api?: "responses" | "chat";
}

export interface CheckedOptions extends Connection {
  readonly api: "responses" | "chat";
  /** Reports an API that the address decided. */
  readonly apiWarnings: readonly ModelWarning[];
  /** The host of the server. Data that it attaches to parts is sent back only to it. */
  readonly server: string;
  /** True for OpenAI's own server. */
  readonly isOpenAI: boolean;
}

const ownOptions = ["api"] as const satisfies readonly (keyof OpenAIOptions)[];

/** @throws TypeError with the name of the option */
export function checkedOptions(modelId: string, options: OpenAIOptions): CheckedOptions {
  const apiOf = (url: URL): "responses" | "chat" =>
    options.api ?? (isOpenAIServer(url) ? "responses" : "chat");
  const defaults: ConnectionDefaults = {
    provider: "openai",
    baseUrl: "https://api.openai.com/v1",
    environmentKey: { variables: ["OPENAI_API_KEY"], domain: "openai.com" },
    exampleModel: "gpt-5.1",
    ownOptions,
    capabilities: (url) => capabilitiesOf(modelId, apiOf(url)),
  };
  const checked = checkedConnection(modelId, options, defaults);
  const { url } = checked;
  const isOpenAI = isOpenAIServer(url);
  const connection = isOpenAI ? keyedConnection(checked, defaults) : checked;
  const api = apiOf(url);
  if (!["responses", "chat"].includes(api))
    throw new TypeError('openai: api: expected "responses" or "chat"');
  const apiWarnings = isOpenAI || options.api !== undefined ? [] : [chosenApi];
  return { ...connection, api, apiWarnings, server: url.host, isOpenAI };
}

const chosenApi: ModelWarning = {
  option: "api",
  message:
    'this server gets Chat Completions requests (set `api` to "chat" or "responses" to choose)',
};

function isOpenAIServer({ hostname }: URL): boolean {
  return /^(?:.+\.)?openai\.com$/.test(hostname);
}
