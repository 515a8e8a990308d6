// Runs the adapter suite against servers in Anthropic's format, and tests the options.

import { afterEach, describe, expect, test, vi } from "vitest";
import {
  collectStream,
  type LanguageModel,
  type ModelRequest,
  type ModelStreamEvent,
} from "@ptc/llm";
import { adapterCases, type WireAnswer } from "@ptc/llm/testing";
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
      "missing apiKey (pass `apiKey` or set ANTHROPIC_API_KEY)",
    ],
    ["no model", () => anthropic("", { apiKey: "k" }), "expected a model id, such as"],
    ["no URL", () => anthropic("claude", { apiKey: "k", baseUrl: "x" }), "baseUrl: expected"],
    ["no number", () => anthropic("claude", { apiKey: "k", timeoutMs: 0 }), "timeoutMs: expected"],
  ])("with %s are rejected", (_, make, message) => {
    expect(make).toThrow(message);
  });
});

test.each(["text/html", "application/json", "text/plain; charset=utf-8"])(
  "a stream of the type %s without events is an invalid response",
  async (type) => {
    const fetch = () =>
      Promise.resolve(new Response("<html></html>", { headers: { "content-type": type } }));
    const model = anthropic("claude", { apiKey: "k", baseUrl: "https://proxy.example", fetch });
    const request: ModelRequest = { messages: [{ role: "user", content: "Hi." }] };
    await expect(model.stream?.(request)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      kind: "invalid_response",
      message: `unexpected response: body: expected a stream of events, got ${type} (check \`baseUrl\`)`,
    });
  },
);

describe("the key of anthropic", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("is read from ANTHROPIC_API_KEY, only for Anthropic's servers", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "key-of-the-environment");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "token-of-the-environment");
    vi.stubEnv("ANTHROPIC_BASE_URL", "http://elsewhere.example");
    const asked: (readonly [string, string | null])[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      const url = input instanceof Request ? input.url : String(input);
      asked.push([url, headers.get("authorization")]);
      return Promise.resolve(Response.json({ content: [], stop_reason: "end_turn" }));
    };
    const messages = [{ role: "user" as const, content: "Hello." }];
    await anthropic("claude", { fetch, apiKey: undefined }).generate({ messages });
    await anthropic("claude", { fetch, apiKey: "k" }).generate({ messages });
    const url = "https://api.anthropic.com/v1/messages";
    expect(asked).toEqual([
      [url, "Bearer key-of-the-environment"],
      [url, "Bearer k"],
    ]);
    expect(() => anthropic("claude", { baseUrl: "https://gateway.example/v1" })).toThrow(
      "missing apiKey (pass `apiKey`; ANTHROPIC_API_KEY is sent only to anthropic.com, not to gateway.example)",
    );
  });
});

describe("failures of anthropic", () => {
  const failureOf = (fetch: typeof globalThis.fetch): Promise<unknown> =>
    anthropic("claude", { apiKey: "k", fetch })
      .generate({ messages: [{ role: "user", content: "Hello." }] })
      .catch((error: unknown) => error);

  test("with status 200 have the message and the kind of the body", async () => {
    const error = { type: "overloaded_error", message: "too many of you" };
    const failure = await failureOf(() => Promise.resolve(Response.json({ type: "error", error })));
    expect(failure).toMatchObject({
      kind: "overloaded",
      message: expect.stringContaining("too many of you") as string,
    });
  });

  test("of the connection name the server", async () => {
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    const refused = new TypeError("fetch failed", { cause });
    expect(await failureOf(() => Promise.reject(refused))).toMatchObject({
      kind: "network",
      message: expect.stringContaining("(https://api.anthropic.com, ECONNREFUSED)") as string,
    });
  });
});

describe("integers beyond 2^53 in the arguments of a call", () => {
  const input = { id: 1234567890123456789n, rows: [[-9007199254740993n]] };
  const digits = (text: string): string =>
    text
      .replace(/\\*"@id\\*"/g, "1234567890123456789")
      .replace(/\\*"@row\\*"/g, "-9007199254740993");
  const inputText = '{"id":"@id","rows":[["@row"]]}';
  const wireAnswer: WireAnswer = {
    id: "answer-1",
    modelId: "m",
    parts: [{ type: "tool-call", id: "call_1", name: "look", inputText }],
    finishReason: "tool_calls",
    usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, reasoningTokens: 0 },
  };
  const json = { headers: { "content-type": "application/json" } };
  const stream = { headers: { "content-type": "text/event-stream" } };
  const request = { messages: [{ role: "user" as const, content: "Go." }] };

  test("are exact in a response, in a stream, and in the next request", async () => {
    const bodies: string[] = [];
    const create = (response: () => Response) =>
      anthropic("m", {
        apiKey: "k",
        fetch: (_url, init) => {
          bodies.push(init?.body as string);
          return Promise.resolve(response());
        },
      });
    const eventsOf = (model: LanguageModel): AsyncIterable<ModelStreamEvent> => {
      if (model.stream === undefined) throw new Error("the model can't stream");
      return model.stream(request);
    };
    const whole = create(() => new Response(digits(wire.answer(wireAnswer).body), json));
    const { content } = await whole.generate(request);
    expect(content).toMatchObject([{ input }]);
    const events = wire.events({
      ...wireAnswer,
      parts: [{ type: "tool-call", id: "call_1", name: "look", inputText: digits(inputText) }],
    });
    const streamed = create(() => new Response(events.join(""), stream));
    const { content: collected } = await collectStream(eventsOf(streamed));
    expect(collected).toMatchObject([{ input }]);
    await whole.generate({ messages: [...request.messages, { role: "assistant", content }] });
    expect(bodies.at(-1)?.replaceAll("\\", "")).toContain(
      '{"id":1234567890123456789,"rows":[[-9007199254740993]]}',
    );
  });
});
