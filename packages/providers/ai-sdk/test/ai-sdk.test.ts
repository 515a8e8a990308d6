// Runs the adapter suite with models of two AI SDK packages, against servers in their formats.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { describe, test } from "vitest";
import { adapterCases, type AdapterUnderTest } from "@ptc/llm/testing";
import { aiSdkModel } from "../src/index.ts";
import { wire as anthropic } from "./wire-anthropic.ts";
import { wire as chat } from "./wire-chat.ts";

const formats: Readonly<Record<string, AdapterUnderTest>> = {
  "@ai-sdk/anthropic": {
    createModel: ({ modelId, baseUrl, apiKey, fetch }) =>
      aiSdkModel(createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey, fetch })(modelId)),
    wire: anthropic,
    skips: {
      "answers: arguments named like properties of every object":
        "the package refuses an answer in which an object has a field __proto__; the other one does not",
      "requests: provider options, and none of another provider":
        "the package sends the options that it knows, not any; provider-data.test.ts has one",
    },
  },
  "@ai-sdk/openai-compatible": {
    createModel: ({ modelId, baseUrl, apiKey, fetch }) =>
      aiSdkModel(
        createOpenAICompatible({
          name: "acme",
          baseURL: `${baseUrl}/v1`,
          apiKey,
          fetch,
          includeUsage: true,
          supportsStructuredOutputs: true,
        })(modelId),
      ),
    wire: chat,
    skips: {
      "requests: prompt cache boundaries":
        "the package has no marks: such servers cache by themselves",
      "requests: thinking is sent back unchanged":
        "thinking has no signature here; that its text goes back is in provider-data.test.ts",
    },
  },
};

describe.each(Object.entries(formats))("the adapter conformance suite with %s", (_, adapter) => {
  for (const { name, skip, run } of adapterCases(adapter))
    if (skip === undefined) test(name, run);
    else test.skip(`${name} (${skip})`, run);
});
