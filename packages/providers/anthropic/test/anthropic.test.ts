// Runs the adapter suite against servers in Anthropic's format, and tests the options.

import { describe, expect, test } from "vitest";
import { adapterCases } from "@ptc/llm/testing";
import { anthropic } from "../src/index.ts";
import { wire } from "./wire.ts";

const cases = adapterCases({
  createModel: ({ modelId, ...options }) => anthropic(modelId, options),
  wire,
  everyByte: process.env["PTC_TESTS"] === "whole",
  skips: {
    "requests: temperature and topP":
      "the Messages API of this SDK has no temperature and no topP; they are told in warnings",
  },
});

describe("the adapter conformance suite", () => {
  for (const { name, skip, run } of cases)
    if (skip === undefined) test(name, run);
    else test.skip(`${name} (${skip})`, run);
});

describe("the options of anthropic", () => {
  test.each<readonly [string, () => unknown, string]>([
    [
      "no key",
      () => anthropic("claude", { apiKey: " " }),
      "missing apiKey (it is not read from the environment)",
    ],
    ["no model", () => anthropic("", { apiKey: "k" }), "expected a model id, such as"],
    ["no URL", () => anthropic("claude", { apiKey: "k", baseUrl: "x" }), "baseUrl: expected"],
    ["no number", () => anthropic("claude", { apiKey: "k", timeoutMs: 0 }), "timeoutMs: expected"],
  ])("with %s are rejected", (_, make, message) => {
    expect(make).toThrow(message);
  });
});
