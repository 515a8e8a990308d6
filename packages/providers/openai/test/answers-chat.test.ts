// Tests unusual responses of Chat Completions servers, and failures.

import { describe, expect, test } from "vitest";
import { callsOf, done, failureOf, generated, keyed, local, streamed } from "./fake-server.ts";

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: "c",
  model: "m",
  choices: [{ index: 0, delta, finish_reason }],
});
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
describe("responses of Chat Completions", () => {
  test.each(["reasoning_content", "reasoning"])(
    "reads thinking from the field %s",
    async (field) => {
      const events = [
        chunk({ role: "assistant", content: "", [field]: "What is " }),
        chunk({ [field]: "asked?" }),
        chunk({ content: "42" }),
        chunk({}, "stop"),
      ];
      const whole = { content: "42", [field]: "What is asked?" };
      const body = { choices: [{ message: whole, finish_reason: "stop" }] };
      for (const { content } of [await streamed(events, local, done), await generated(body, local)])
        expect(content).toEqual([
          {
            type: "thinking",
            text: "What is asked?",
            providerData: { openai: { server: "127.0.0.1:8000", field } },
          },
          { type: "text", text: "42" },
        ]);
    },
  );

  test("joins reasoning details from pieces and sends them back", async () => {
    const detail = (more: object) => ({
      reasoning_details: [{ type: "reasoning.text", index: 0, ...more }],
    });
    const other = { type: "reasoning.encrypted", index: 1, data: "ZGF0YQ==" };
    const events = [
      chunk({ reasoning: "What is ", ...detail({ text: "What is ", signature: null }) }),
      chunk({ reasoning: "asked?", ...detail({ text: "asked?" }) }),
      chunk(detail({ signature: "c2ln" })),
      chunk({ reasoning_details: [other] }),
      chunk({ content: "42" }, "stop"),
    ];
    const { content } = await streamed(events, local, done);
    expect(content[0]?.providerData?.["openai"]?.["details"]).toEqual([
      {
        type: "reasoning.text",
        index: 0,
        text: "What is asked?",
        signature: "c2ln",
      },
      other,
    ]);
  });

  test("separates calls without ids, with one id, or with the same index", async () => {
    const named = (name: string, more: object) => ({
      ...more,
      function: { name, arguments: "{}" },
    });
    for (const calls of [
      [named("a", {}), named("b", {})],
      [named("a", { id: "" }), named("b", { id: null })],
      [named("a", { id: "x", index: 0 }), named("b", { id: "x", index: 1 })],
      [named("a", { id: "x", index: 0 }), named("b", { id: "y", index: 0 })],
    ]) {
      const events = [chunk({ tool_calls: calls }), chunk({}, "stop")];
      const { content, finishReason } = await streamed(events, local, done);
      expect(callsOf(content)).toEqual([
        ["a", {}],
        ["b", {}],
      ]);
      const ids = content.map((part) => (part.type === "tool-call" ? part.toolCallId : ""));
      expect([new Set(ids).size, ids.includes("")]).toEqual([2, false]);
      // Some servers report `stop` although the model called tools.
      expect(finishReason).toBe("tool_calls");
    }
  });

  test("accepts arguments as data, and returns a server's data with a call", async () => {
    const extra_content = { google: { thought_signature: "c2ln" } };
    const made = { id: "x", function: { name: "a", arguments: { b: 1 } }, extra_content };
    const body = { choices: [{ message: { tool_calls: [made] }, finish_reason: "tool_calls" }] };
    const { content } = await generated(body, local);
    expect(content).toEqual([
      {
        type: "tool-call",
        toolCallId: "x",
        toolName: "a",
        input: { b: 1 },
        providerData: { openai: { server: "127.0.0.1:8000", extra_content } },
      },
    ]);
  });

  test("counts reasoning that only the total includes as output", async () => {
    const counts = { ...usage, total_tokens: 40 };
    const body = {
      choices: [{ message: { content: "42" }, finish_reason: "stop" }],
      usage: counts,
    };
    expect((await generated(body, local)).usage).toEqual({ inputTokens: 10, outputTokens: 30 });
  });

  test("accepts a stream that ends with `[DONE]` or usage, and reports any other end as a network error", async () => {
    const events = [chunk({ content: "42" }), chunk({}, "stop")];
    expect((await streamed(events, local, done)).text).toBe("42");
    expect((await streamed(events, local, "data: [DONE]")).text).toBe("42");
    const counted = [...events, { choices: [], usage }];
    expect((await streamed(counted, local)).usage?.inputTokens).toBe(10);
    for (const cut of [events, [chunk({ content: "42" }), { choices: [], usage }]])
      expect(await failureOf(streamed(cut, local))).toMatchObject({ kind: "network" });
    // No event arrived at all.
    expect((await failureOf(streamed([], local, done))).kind).toBe("invalid_response");
  });

  test("ignores choices after the first", async () => {
    const second = { choices: [{ index: 1, delta: { content: "B" }, finish_reason: null }] };
    const events = [chunk({ content: "A" }), second, chunk({}, "stop")];
    expect((await streamed(events, local, done)).text).toBe("A");
  });

  test("reports failures sent as normal responses, with an HTTP status as the code", async () => {
    const error = { code: 429, message: "slow down" };
    for (const asked of [
      generated({ error }, local),
      streamed([chunk({ content: "4" }), { error }], local, done),
    ])
      expect(await failureOf(asked)).toMatchObject({ kind: "rate_limited", message: "slow down" });
    const events = [chunk({ content: "4" }), chunk({}, "error")];
    expect((await failureOf(streamed(events, local, done))).kind).toBe("server_error");
  });

  test.each<readonly [string, object]>([
    ["content that is a list", { content: [{ type: "text", text: "x" }] }],
    ["a call without a name", { tool_calls: [{ id: "x", function: { arguments: "{}" } }] }],
    ["calls that are no list", { tool_calls: {} }],
  ])("rejects %s as a response", async (_, given) => {
    const body = { choices: [{ message: given, finish_reason: "stop" }] };
    expect((await failureOf(generated(body, keyed))).kind).toBe("invalid_response");
    expect((await failureOf(generated(body, local))).kind).toBe("invalid_response");
    expect((await failureOf(streamed([chunk(given)], local, done))).kind).toBe("invalid_response");
  });
});
