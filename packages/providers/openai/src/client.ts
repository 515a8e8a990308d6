// OpenAI's SDK, with nothing of the environment in it.

import { OpenAI } from "openai";
import type { CheckedOptions } from "./options.ts";

/**
 * The SDK reads `OPENAI_API_KEY`, `OPENAI_BASE_URL`, `OPENAI_ORG_ID` and others where an option is
 * absent, so each of them is given here.
 */
class PtcOpenAI extends OpenAI {
  constructor({ apiKey, baseUrl, fetch, headers, timeoutMs }: CheckedOptions) {
    super({
      // The SDK wants one; without a key of ours the header is taken out below.
      apiKey: apiKey ?? "none",
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      baseURL: baseUrl,
      // Whoever asks sends again, and counts it.
      maxRetries: 0,
      timeout: timeoutMs,
      logLevel: "off",
      // The SDK refuses pages in browsers for the sake of the key.
      dangerouslyAllowBrowser: apiKey === undefined,
      ...(fetch === undefined ? {} : { fetch }),
    });
    // `OPENAI_CUSTOM_HEADERS` has no option that replaces it. A list sets one header after the
    // other, so that one of the user's stands where ours is taken out.
    const defaultHeaders: [string, string | null][] = Object.entries(headers);
    if (apiKey === undefined) defaultHeaders.unshift(["Authorization", null]);
    this._options = { ...this._options, defaultHeaders };
  }
}

export function clientOf(options: CheckedOptions): OpenAI {
  return new PtcOpenAI(options);
}
