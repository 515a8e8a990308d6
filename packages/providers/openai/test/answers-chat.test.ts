// Tests unusual responses of Chat Completions servers, and failures.

import { describe, expect, test } from "vitest";
import { collectStream } from "@ptc/llm";
import {
  breakingReply,
  callsOf,
  done,
  failureOf,
  generated,
  keyed,
  local,
  modelWith,
  streamed,
  streamOf,
} from "./fake-server.ts";

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

  test.each<readonly [string, readonly object[], readonly (readonly [string, string])[]]>([
    ["a text", [{ type: "text", text: "42" }], [["text", "42"]]],
    [
      "thinking as a list, a text and a reference",
      [
        { type: "thinking", thinking: [{ type: "text", text: "Six " }, { text: "sevens." }] },
        { type: "text", text: "42" },
        { type: "reference", reference_ids: [1] },
      ],
      [
        ["thinking", "Six sevens."],
        ["text", "42"],
      ],
    ],
    [
      "thinking as text",
      [
        { type: "thinking", thinking: "Six." },
        { type: "text", text: "42" },
      ],
      [
        ["thinking", "Six."],
        ["text", "42"],
      ],
    ],
    [
      "several texts",
      [
        { type: "text", text: "4" },
        { type: "image_url", image_url: "https://x.example/a.png" },
        { type: "output_text", text: "2" },
      ],
      [["text", "42"]],
    ],
    [
      "thinking between texts",
      [
        { type: "text", text: "4" },
        { type: "thinking", thinking: [{ type: "text", text: "More." }] },
        { type: "text", text: "2" },
      ],
      [
        ["text", "4"],
        ["thinking", "More."],
        ["text", "2"],
      ],
    ],
    ["nothing", [], []],
  ])("reads content that is a list with %s, complete and streamed", async (_, content, parts) => {
    const whole = { choices: [{ message: { content }, finish_reason: "stop" }] };
    const events = [
      chunk({ role: "assistant", content: "" }),
      ...content.map((part) => chunk({ content: [part] })),
      chunk({ content: "" }, "stop"),
    ];
    const answers = [
      await generated(whole, local),
      await streamed(events, local, done),
      await streamed([chunk({ content }, "stop")], local),
    ];
    for (const answer of answers)
      expect(answer.content.map((part) => [part.type, "text" in part ? part.text : ""])).toEqual(
        parts,
      );
  });

  test("returns a refusal among the parts of the content", async () => {
    const content = [{ type: "refusal", refusal: "I will not." }];
    const body = { choices: [{ message: { content }, finish_reason: "stop" }] };
    expect(await generated(body, local)).toMatchObject({
      text: "I will not.",
      finishReason: "content_filtered",
    });
  });

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

  test("accepts a stream that ends with `[DONE]`, usage or a finish reason", async () => {
    const events = [chunk({ content: "42" }), chunk({}, "stop")];
    const ends = [done, "data: [DONE]", "", ": bye\n\n", 'data: {"choices": [], "usage": {"pro'];
    for (const end of ends) expect((await streamed(events, local, end)).text).toBe("42");
    const counted = [...events, { choices: [], usage }];
    expect((await streamed(counted, local)).usage?.inputTokens).toBe(10);
    const together = [{ ...chunk({ content: "42" }, "length"), usage }];
    expect(await streamed(together, local)).toMatchObject({
      text: "42",
      finishReason: "length",
      usage: { inputTokens: 10 },
    });
    const made = { id: "x", function: { name: "a", arguments: "{}" } };
    const called = [chunk({ tool_calls: [made] }, "tool_calls")];
    expect(callsOf((await streamed(called, local)).content)).toEqual([["a", {}]]);
  });

  test("accepts a connection that breaks after the finish reason", async () => {
    const model = (...events: readonly object[]) => modelWith(() => breakingReply(events), local);
    const whole = collectStream(streamOf(model(chunk({ content: "42" }), chunk({}, "stop"))));
    expect((await whole).text).toBe("42");
    const cut = collectStream(streamOf(model(chunk({ content: "42" }))));
    expect(await failureOf(cut)).toMatchObject({ kind: "network" });
  });

  test("reports a stream without a finish reason as a network error", async () => {
    for (const cut of [
      [chunk({ content: "42" })],
      [chunk({ content: "42" }), { choices: [], usage }],
      [chunk({ tool_calls: [{ id: "x", function: { name: "a", arguments: '{"b":' } }] })],
    ])
      expect(await failureOf(streamed(cut, local))).toMatchObject({
        kind: "network",
        message: "the connection broke before the answer was complete (http://127.0.0.1:8000/v1)",
      });
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
    ["content that is a number", { content: 7 }],
    ["content with a part that is no object", { content: ["x"] }],
    ["content with a text that is no text", { content: [{ type: "text", text: {} }] }],
    ["thinking that is no text", { content: [{ type: "thinking", thinking: [{ text: 7 }] }] }],
    ["a call without a name", { tool_calls: [{ id: "x", function: { arguments: "{}" } }] }],
    ["calls that are no list", { tool_calls: {} }],
  ])("rejects %s as a response", async (_, given) => {
    const body = { choices: [{ message: given, finish_reason: "stop" }] };
    expect((await failureOf(generated(body, keyed))).kind).toBe("invalid_response");
    expect((await failureOf(generated(body, local))).kind).toBe("invalid_response");
    expect((await failureOf(streamed([chunk(given)], local, done))).kind).toBe("invalid_response");
  });
});
