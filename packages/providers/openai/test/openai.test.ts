// Runs the adapter suite against servers in both of OpenAI's formats.

import { describe, test } from "vitest";
import { adapterCases, type AdapterUnderTest } from "@ptc/llm/testing";
import { openai } from "../src/index.ts";
import { wire as chat } from "./wire-chat.ts";
import { wire as responses } from "./wire-responses.ts";

const caches = "OpenAI caches prompts by itself: there is nothing to mark";

const everyByte = process.env["PTC_TESTS"] === "whole";

const formats: Readonly<Record<"responses" | "chat", AdapterUnderTest>> = {
  responses: {
    createModel: ({ modelId, ...options }) => openai(modelId, { ...options, api: "responses" }),
    wire: responses,
    everyByte,
    skips: {
      "requests: prompt cache boundaries": caches,
      "requests: stop sequences": "the Responses API has no stop sequences; a warning says so",
    },
  },
  chat: {
    createModel: ({ modelId, ...options }) => openai(modelId, options),
    wire: chat,
    everyByte,
    skips: { "requests: prompt cache boundaries": caches },
  },
};

describe.each(Object.entries(formats))("the adapter conformance suite, %s", (_, adapter) => {
  for (const { name, skip, run } of adapterCases(adapter))
    if (skip === undefined) test(name, run);
    else test.skip(`${name} (${skip})`, run);
});
