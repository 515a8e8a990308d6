// Runs the adapter suite with models of two AI SDK packages, against servers in their formats.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { describe, test } from "vitest";
import { boundedFetch, presentFields } from "@ptc/llm/adapter";
import { adapterCases, type AdapterOptions, type AdapterUnderTest } from "@ptc/llm/testing";
import { aiSdkModel } from "../src/index.ts";
import { wire as anthropic } from "./wire-anthropic.ts";
import { wire as chat } from "./wire-chat.ts";

/** The SDK sends the requests, so its user bounds the bytes with the `fetch` of the provider. */
function settings({ fetch, maxResponseBytes = 20_000_000, ...options }: AdapterOptions) {
  const { timeoutMs, totalTimeoutMs } = options;
  const times = presentFields({ timeoutMs, totalTimeoutMs });
  return { ...options, times, fetch: boundedFetch(fetch, { maxResponseBytes }) };
}

const formats: Readonly<Record<string, AdapterUnderTest>> = {
  "@ai-sdk/anthropic": {
    createModel: (options) => {
      const { modelId, baseUrl, apiKey, times, fetch } = settings(options);
      return aiSdkModel(
        createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey, fetch })(modelId),
        times,
      );
    },
    wire: anthropic,
    skips: {
      "answers: arguments named like properties of every object":
        "the package refuses an answer in which an object has a field __proto__; the other one does not",
      "requests: provider options, and none of another provider":
        "the package sends the options that it knows, not any; provider-data.test.ts has one",
    },
  },
  "@ai-sdk/openai-compatible": {
    createModel: (options) => {
      const { modelId, baseUrl, apiKey, times, fetch } = settings(options);
      const provider = createOpenAICompatible({
        name: "acme",
        baseURL: `${baseUrl}/v1`,
        apiKey,
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
      });
      return aiSdkModel(provider(modelId), times);
    },
    wire: chat,
    skips: {
      "requests: prompt cache boundaries":
        "the package has no marks: such servers cache by themselves",
      "requests: thinking is sent back unchanged":
        "thinking has no signature here; that its text goes back is in provider-data.test.ts",
    },
  },
};

/** `.ci/run` tests both packages. The adapter uses the same interface of both. */
const tested = Object.entries(formats).slice(process.env["PTC_TESTS"] === undefined ? -1 : 0);

describe.each(tested)("the adapter conformance suite with %s", (_, adapter) => {
  for (const { name, skip, run } of adapterCases(adapter))
    if (skip === undefined) test(name, run);
    else test.skip(`${name} (${skip})`, run);
});
