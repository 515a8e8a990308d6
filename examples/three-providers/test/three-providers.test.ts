import { describe, expect, test } from "vitest";
import { overThreeProviders } from "../src/over-three-providers.ts";

describe("one agent over three providers", async () => {
  const runs = await overThreeProviders();

  test.each(runs.map((each) => [each.provider, each] as const))(
    "the agent returns the same answer at %s with one request",
    (_, { step, requests }) => {
      expect(step.ok ? step.return : step.fail).toEqual([42, 44]);
      expect(step.toolCalls.map(({ name }) => name)).toEqual(["orders"]);
      expect(requests).toHaveLength(1);
      expect(step.usage).toMatchObject({ inputTokens: 900, outputTokens: 60 });
    },
  );

  test("sends each provider the same question and tool in the provider's format", () => {
    const [claude, gpt, qwen] = runs.map(({ requests }) => requests[0]);
    expect([claude?.path, gpt?.path, qwen?.path]).toEqual([
      "/v1/messages",
      "/v1/responses",
      "/api/chat",
    ]);
    const tool = { name: "lisp_eval" };
    const user = { role: "user" };
    expect(claude?.body).toMatchObject({
      model: "claude-sonnet-5",
      system: [{ type: "text" }],
      messages: [user],
      tools: [tool],
    });
    expect(gpt?.body).toMatchObject({
      model: "gpt-5.1",
      tools: [{ type: "function", ...tool }],
      stream: true,
    });
    expect(qwen?.body).toMatchObject({
      model: "qwen3",
      messages: [{ role: "system" }, user],
      tools: [{ type: "function", function: tool }],
    });
    for (const request of [claude, gpt, qwen])
      expect(JSON.stringify(request?.body)).toContain("after the day that was promised");
  });
});
