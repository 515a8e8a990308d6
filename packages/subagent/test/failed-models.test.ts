// The texts of failures that a person has to fix: each says what to check.

import { expect, test } from "vitest";
import { ModelError, type LanguageModel, createScriptedModel } from "@ptc/llm";
import { defineAgent, run } from "../src/index.ts";

const agent = defineAgent({ prompt: "p", llmRetry: { maxAttempts: 1 } });

async function messageOf(llm: LanguageModel | (() => Promise<string>)): Promise<unknown> {
  const step = await run(agent, { llm });
  return step.ok ? step.return : step.fail.message;
}

test.each([
  [
    {
      kind: "auth",
      message: "401 invalid x-api-key",
      status: 401,
      provider: "anthropic",
      modelId: "claude-x",
    },
    'the model failed: 401 invalid x-api-key (check the API key for anthropic, and that it may use the model "claude-x")',
  ],
  [
    { kind: "auth" },
    "the model failed: the provider refused the credentials (check the API key, and that it may use the model)",
  ],
  [
    {
      kind: "invalid_request",
      message: "404 model: claude-sonet",
      status: 404,
      modelId: "claude-sonet",
    },
    'the model failed: 404 model: claude-sonet (check the name of the model "claude-sonet", and `baseUrl` if you set it)',
  ],
  [
    { kind: "network", message: "fetch failed (http://127.0.0.1:11434, ECONNREFUSED)" },
    "the model failed: fetch failed (http://127.0.0.1:11434, ECONNREFUSED) (check that the server is running, and that this machine can reach it)",
  ],
  [
    { kind: "invalid_request", message: "400 no credit", status: 400 },
    "the model failed: 400 no credit",
  ],
  [{ kind: "server_error", message: "500", status: 500 }, "the model failed: 500"],
] as const)("a failure of %j says what to check", async (error, message) => {
  const failing = () => Promise.reject(new ModelError(error));
  expect(await messageOf(failing)).toBe(message);
  expect(await messageOf(createScriptedModel([new ModelError(error)]))).toBe(message);
});

test("a long name of a model is shortened in the advice", async () => {
  const error = new ModelError({ kind: "auth", modelId: "m".repeat(10_000), status: 401 });
  expect(String(await messageOf(() => Promise.reject(error))).length).toBeLessThan(300);
});
