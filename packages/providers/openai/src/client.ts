// Creates OpenAI's SDK client without reading the environment.

import { longestTimeoutMs } from "@ptc/llm/adapter";
import { OpenAI } from "openai";
import type { CheckedOptions } from "./options.ts";

/**
 * If an option is absent, the SDK reads `OPENAI_API_KEY`, `OPENAI_BASE_URL`, `OPENAI_ORG_ID` and
 * others, so all are set here.
 */
class PtcOpenAI extends OpenAI {
  constructor({ apiKey, baseUrl, fetch, headers }: CheckedOptions) {
    super({
      // The SDK requires a key. Without one, the header is removed below.
      apiKey: apiKey ?? "none",
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      baseURL: baseUrl,
      // The caller retries and counts the attempts.
      maxRetries: 0,
      // `RequestBounds` has the time limits, and its errors name the exceeded one.
      timeout: longestTimeoutMs,
      logLevel: "off",
      // The SDK refuses browsers to protect the key.
      dangerouslyAllowBrowser: apiKey === undefined,
      fetch,
    });
    // No option overrides `OPENAI_CUSTOM_HEADERS`. A list sets headers in order, so the user's
    // header replaces the removed one.
    const defaultHeaders: [string, string | null][] = Object.entries(headers);
    if (apiKey === undefined) defaultHeaders.unshift(["Authorization", null]);
    this._options = { ...this._options, defaultHeaders };
  }
}

export function clientOf(options: CheckedOptions): OpenAI {
  return new PtcOpenAI(options);
}
