// The options of OpenAI's models, checked once.

import {
  checkedConnection,
  keyedConnection,
  type Connection,
  type ConnectionOptions,
} from "@ptc/llm/adapter";
import { capabilitiesOf } from "./model-family.ts";

/** The options of models of OpenAI and of compatible servers. */
export interface OpenAIOptions extends ConnectionOptions {
  /** The API key, never read from the environment. Other servers may not need one. */
  readonly apiKey?: string;
  /** The URL of the API, such as `http://127.0.0.1:8000/v1`. Defaults to OpenAI's. */
  readonly baseUrl?: string;
  /**
   * The Responses API or Chat Completions. Default: `responses` for OpenAI, `chat` for other
   * servers.
   */
  readonly api?: "responses" | "chat";
}

export interface CheckedOptions extends Connection {
  readonly api: "responses" | "chat";
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
  const checked = checkedConnection(modelId, options, {
    provider: "openai",
    baseUrl: "https://api.openai.com/v1",
    exampleModel: "gpt-5.1",
    ownOptions,
    capabilities: (url) => capabilitiesOf(modelId, apiOf(url)),
  });
  const { url } = checked;
  const isOpenAI = isOpenAIServer(url);
  const connection = isOpenAI ? keyedConnection(checked, "openai") : checked;
  const api = apiOf(url);
  if (!["responses", "chat"].includes(api))
    throw new TypeError('openai: api: expected "responses" or "chat"');
  return { ...connection, api, server: url.host, isOpenAI };
}

function isOpenAIServer({ hostname }: URL): boolean {
  return /^(?:.+\.)?openai\.com$/.test(hostname);
}
