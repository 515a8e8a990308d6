// Tests cache marks for the providers that need them.

import { describe, expect, test } from "vitest";
import type { ModelMessage, ToolDefinition } from "@ptc/llm";
import { callFor, promptFor } from "./mock.ts";

const look: ToolDefinition = { name: "look", inputSchema: { type: "object", properties: {} } };

describe("the cache marks of a request", () => {
  const messages: readonly ModelMessage[] = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "One." },
    { role: "assistant", content: "Two." },
    { role: "user", content: "Three." },
    { role: "assistant", content: "Four." },
    { role: "user", content: "Five.", providerOptions: { acme: { x: 1 } } },
  ].map((message) => ({ ...message, cacheBoundary: true }) as ModelMessage);
  const request = { messages, tools: [{ ...look, cacheBoundary: true }] };
  const anthropic = { anthropic: { cacheControl: { type: "ephemeral" } } };
  const bedrock = { bedrock: { cachePoint: { type: "default" } } };

  test.each<readonly [string, string, object | undefined, boolean]>([
    ["anthropic.messages", "claude", anthropic, true],
    ["vertex.anthropic.messages", "claude", anthropic, true],
    ["gateway", "anthropic/claude", anthropic, true],
    ["amazon-bedrock", "nova", bedrock, false],
    ["openai.responses", "gpt-5", undefined, false],
    ["acme.anthropical", "m1", undefined, false],
  ])("mark at most four boundaries for %s (%s)", async (provider, modelId, mark, marksTools) => {
    const { call } = await callFor(request, { provider, modelId });
    expect(call.tools?.[0]).toEqual({
      type: "function",
      ...look,
      ...(marksTools ? { providerOptions: mark } : {}),
    });
    const marked = call.prompt.flatMap(({ providerOptions, ...message }) =>
      providerOptions === undefined ? [] : [[message.role, providerOptions]],
    );
    const last = ["user", { ...mark, acme: { x: 1 } }];
    expect(marked).toEqual(
      mark === undefined
        ? [last]
        : [["system", mark], ["user", mark], ...(marksTools ? [] : [["assistant", mark]]), last],
    );
  });

  test("yield to the user's options for the same boundary", async () => {
    const own = { anthropic: { cacheControl: { type: "ephemeral", ttl: "1h" }, x: 1 } };
    const [message] = await promptFor(
      [{ role: "user", content: "One.", cacheBoundary: true, providerOptions: own }],
      { provider: "anthropic.messages" },
    );
    expect(message?.providerOptions).toEqual(own);
  });
});
