// Tests the conversion of responses, complete and streamed.

import { describe, expect, test } from "vitest";
import {
  answering,
  eventsOf,
  failureOf,
  hello,
  streamed,
  streaming,
  usage,
  whole,
  type Content,
} from "./mock.ts";

const look = { toolCallId: "c1", toolName: "look" };

describe("token counts", () => {
  const counts = (input: object, output: object) => ({ inputTokens: input, outputTokens: output });

  test.each<readonly [string, unknown, unknown]>([
    [
      "whole counts",
      usage,
      {
        inputTokens: 12,
        outputTokens: 5,
        cachedInputTokens: 8,
        cacheWriteInputTokens: 0,
        reasoningTokens: 2,
      },
    ],
    [
      "parts without a sum",
      counts({ noCache: 4, cacheRead: 8, cacheWrite: 3 }, { text: 3, reasoning: 2 }),
      {
        inputTokens: 15,
        outputTokens: 5,
        cachedInputTokens: 8,
        cacheWriteInputTokens: 3,
        reasoningTokens: 2,
      },
    ],
    ["sums alone", counts({ total: 1 }, { total: 2 }), { inputTokens: 1, outputTokens: 2 }],
    ["no counts of the output", counts({ total: 1 }, {}), undefined],
    ["counts that are none", counts({ total: NaN }, { total: "7" }), undefined],
    ["no counts", undefined, undefined],
  ])("%s", async (_, given, expected) => {
    const { usage: generated } = await answering({ usage: given }).model.generate(hello);
    expect(generated).toEqual(expected);
    const parts = [{ type: "finish", usage: given, finishReason: { unified: "stop" } }];
    expect((await streamed(streaming(parts))).usage).toEqual(expected);
  });
});

describe("the finish reason", () => {
  test.each<readonly [string, string]>([
    ["stop", "stop"],
    ["length", "length"],
    ["content-filter", "content_filtered"],
    ["tool-calls", "tool_calls"],
    ["error", "other"],
    ["other", "other"],
    ["a-word-of-later", "other"],
  ])("maps %s to %s", async (unified, finishReason) => {
    const given = { unified, raw: "their word" };
    const expected = { finishReason, rawFinishReason: "their word" };
    const { model } = answering({ finishReason: given });
    expect(await model.generate(hello)).toMatchObject(expected);
    expect(await streamed(streaming(whole([], given)))).toMatchObject(expected);
  });

  test("reports tool_calls if a response with calls claims to be complete", async () => {
    const call = { type: "tool-call", ...look, input: "{}" };
    const generated = await answering({ content: [call] }).model.generate(hello);
    expect(generated.finishReason).toBe("tool_calls");
    expect((await streamed(streaming(whole([call])))).finishReason).toBe("tool_calls");
  });

  test("treats an interruption as a broken connection, and counts its tokens", async () => {
    const interrupted = { unified: "interrupted", raw: undefined };
    const mocks = [
      answering({ finishReason: interrupted }).model.generate(hello),
      streamed(streaming(whole([], interrupted))),
    ];
    for (const error of await Promise.all(mocks.map(failureOf))) {
      expect([error.kind, error.retryable]).toEqual(["network", true]);
      expect(error.usage?.inputTokens).toBe(12);
    }
  });
});

/** Parts that the contract doesn't have, in content and in a stream. */
const foreign: readonly object[] = [
  { type: "source", sourceType: "url", id: "s1", url: "https://example.com" },
  { type: "file", mediaType: "image/png", data: { type: "data", data: "AA==" } },
  { type: "reasoning-file", mediaType: "image/png", data: { type: "data", data: "AA==" } },
  { type: "custom", kind: "acme.thing" },
  { type: "tool-call", toolCallId: "p1", toolName: "web", input: "{}", providerExecuted: true },
  { type: "tool-result", toolCallId: "p1", toolName: "web", result: "found" },
  { type: "tool-approval-request", approvalId: "a1", toolCallId: "p1" },
  { type: "of-a-later-specification", deep: [1] },
];

test("omits parts that the contract lacks, the same way in both methods", async () => {
  const content = [
    foreign[0],
    { type: "text", text: "Two things." },
    ...foreign.slice(1),
    { type: "tool-call", ...look, input: '{"at":"a"}' },
  ];
  const mock = answering({ content, response: { id: "r1", modelId: "m1-2026" } });
  const generated = await mock.model.generate(hello);
  expect(generated.content).toEqual([
    { type: "text", text: "Two things." },
    { type: "tool-call", ...look, input: { at: "a" } },
  ]);
  const parts = [
    { type: "ping" },
    { type: "raw", rawValue: {} },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "Two " },
    foreign[0],
    { type: "text-delta", id: "0", delta: "things." },
    { type: "text-end", id: "0" },
    { type: "tool-input-start", id: "p1", toolName: "web", providerExecuted: true },
    { type: "tool-input-delta", id: "p1", delta: "{}" },
    { type: "tool-input-end", id: "p1" },
    ...foreign.slice(1),
    { type: "tool-call", ...look, input: '{"at":"a"}' },
  ];
  const response = await streamed(streaming(whole(parts)));
  expect(response).toEqual(generated);
});

test("returns the requested JSON and drops the drafts before it", async () => {
  const content: Content = [
    { type: "text", text: "First I thought of 41." },
    { type: "text", text: '{"n":42}' },
  ];
  const { text } = await answering({ content, structuredOutputText: '{"n":42}' }).model.generate({
    ...hello,
    output: { name: "answer" },
  });
  expect(text).toBe('{"n":42}');
});

describe("tool calls", () => {
  const start = { type: "tool-input-start", id: "c1", toolName: "look" };
  const piece = (delta: string) => ({ type: "tool-input-delta", id: "c1", delta });
  const end = { type: "tool-input-end", id: "c1" };
  const call = (input: string) => ({ type: "tool-call", ...look, input });

  test.each<readonly [string, readonly object[], object]>([
    ["in pieces", [start, piece('{"a"'), piece(":1}"), end, call('{"a":1}')], { input: { a: 1 } }],
    ["whole", [call('{"a":1}')], { input: { a: 1 } }],
    ["of which a piece is missing", [start, piece('{"a"'), call('{"a":1}')], { input: { a: 1 } }],
    ["whose pieces were other ones", [start, piece("{}"), call('{"a":1}')], { input: { a: 1 } }],
    [
      "whose pieces are no JSON",
      [{ ...start, inputEncoding: "text" }, piece("raw text"), end, call('"raw text"')],
      { input: "raw text" },
    ],
    ["without arguments", [start, end, call("")], { input: {} }],
    ["that is no JSON", [call('{"a"')], { input: null, malformedInput: '{"a"' }],
    [
      "that is no JSON in pieces",
      [start, piece('{"a"'), end, call('{"a"')],
      { input: null, malformedInput: '{"a"' },
    ],
    [
      "named like a property of every object",
      [call('{"__proto__":{"polluted":true}}')],
      { input: JSON.parse('{"__proto__":{"polluted":true}}') as unknown },
    ],
  ])("%s", async (_, parts, expected) => {
    const { content } = await streamed(streaming(whole(parts)));
    expect(content).toEqual([{ type: "tool-call", ...look, ...expected }]);
  });

  test("parses the arguments of a call in a complete response from its text", async () => {
    const texts = ['{"a":1}', "", '{"a"', '{"__proto__":{"polluted":true}}'];
    const content = texts.map((input) => ({ type: "tool-call", ...look, input }));
    const response = await answering({ content }).model.generate(hello);
    expect(response.content.map((part) => "input" in part && part.input)).toEqual([
      { a: 1 },
      {},
      null,
      JSON.parse('{"__proto__":{"polluted":true}}'),
    ]);
    expect(Object.hasOwn({}, "polluted")).toBe(false);
  });
});

test("yields response-start once, and again with details that arrive late", async () => {
  const late = { type: "response-metadata", id: "r1", modelId: "m1-2026" };
  const text = { type: "text-delta", id: "0", delta: "x" };
  const warning = { type: "unsupported", feature: "seed" };
  const mock = streaming([
    { type: "stream-start", warnings: [warning] },
    text,
    late,
    text,
    { type: "finish", usage, finishReason: { unified: "stop", raw: "stop" } },
  ]);
  const events = await eventsOf(mock);
  const warnings = [{ option: "seed", message: "the provider does not know seed" }];
  expect(events.slice(0, 3)).toEqual([
    { type: "response-start", warnings },
    { type: "text-delta", id: "0", text: "x" },
    { type: "response-start", warnings, modelId: "m1-2026", responseId: "r1" },
  ]);
});
