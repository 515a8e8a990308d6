// Runs the adapter suite against servers in Ollama's format, and tests the options.

import { Ollama } from "ollama";
import { describe, expect, test, vi } from "vitest";
import { collectStream, type LanguageModel, type ModelStreamEvent } from "@ptc/llm";
import { adapterCases, type WireAnswer } from "@ptc/llm/testing";
import { ollama } from "../src/index.ts";
import { wire } from "./wire.ts";

const noForce = "the API cannot force a call; the response's warnings say so";
const noSignature = "thinking has no signature here, and does not go back";

const cases = adapterCases({
  createModel: ({ modelId, ...options }) => ollama(modelId, options),
  wire,
  everyByte: process.env["PTC_TESTS"] === "whole",
  skips: {
    "answers: a text": "the API has no response ids; the test below covers the rest",
    "answers: the tokens of input that came from the provider's cache":
      "the API doesn't report them",
    "answers: the tokens of thinking": "the API doesn't report them",
    "answers: arguments that aren't JSON": "arguments are objects here",
    "failures: content that the provider refuses": "a server refuses nothing",
    "requests: a required tool call, also of a certain tool": noForce,
    "requests: a PDF": "the API takes images only",
    "requests: an image by its URL": "the API takes images only by their bytes",
    "requests: prompt cache boundaries": "the server caches by itself",
    "requests: thinking is sent back unchanged": noSignature,
    "failures: a stream that reports a failure": "the API reports it without a kind",
  },
});

describe("the adapter conformance suite", () => {
  for (const { name, skip, run } of cases)
    if (skip === undefined) test(name, run);
    else test.skip(`${name} (${skip})`, run);
});

const answer: WireAnswer = {
  id: "",
  modelId: "qwen3:8b",
  parts: [
    { type: "text", text: "I look at it." },
    { type: "tool-call", id: "", name: "look", inputText: '{"at": "a"}' },
  ],
  finishReason: "tool_calls",
  usage: { inputTokens: 12, outputTokens: 9, cachedInputTokens: 0, reasoningTokens: 0 },
};

const fetchOf =
  (body: string, status = 200): typeof globalThis.fetch =>
  () =>
    Promise.resolve(new Response(body, { status }));

test("a response has its model and its finish reason", async () => {
  const text = { ...answer, parts: answer.parts.slice(0, 1), finishReason: "stop" as const };
  const model = ollama("qwen3", { fetch: fetchOf(wire.answer(text).body) });
  const response = await model.generate({ messages: [{ role: "user", content: "Hello." }] });
  expect(response).toMatchObject({
    text: "I look at it.",
    modelId: "qwen3:8b",
    finishReason: "stop",
    rawFinishReason: "stop",
  });
});

test("the page of a proxy is an invalid response", async () => {
  const headers = { "content-type": "text/html" };
  const fetch = () => Promise.resolve(new Response("<html></html>", { headers }));
  const messages = [{ role: "user" as const, content: "Hello." }];
  await expect(ollama("qwen3", { fetch }).generate({ messages })).rejects.toMatchObject({
    kind: "invalid_response",
    message: "unexpected response: body: expected JSON, got an HTML page (check `baseUrl`)",
  });
});

test("Ollama's own client can read the tests' format", async () => {
  const client = new Ollama({ host: "http://x", fetch: fetchOf(wire.events(answer).join("")) });
  const pieces = await client.chat({ model: "qwen3", messages: [], stream: true });
  const read = [];
  for await (const piece of pieces) read.push(piece);
  expect(read.map(({ message }) => message.content).join("")).toBe("I look at it.");
  expect(read.flatMap(({ message }) => message.tool_calls ?? [])).toEqual([
    { function: { name: "look", arguments: { at: "a" } } },
  ]);
  expect(read.at(-1)).toMatchObject({ done: true, eval_count: 9 });
});

test("calls get unique ids within a conversation", async () => {
  const model = ollama("qwen3", { fetch: fetchOf(wire.answer(answer).body) });
  const first = await model.generate({ messages: [{ role: "user", content: "Look." }] });
  const second = await model.generate({
    messages: [
      { role: "user", content: "Look." },
      { role: "assistant", content: first.content },
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "call_1", toolName: "look", output: "it" }],
      },
    ],
  });
  const ids = [first, second].flatMap(({ content }) =>
    content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : [])),
  );
  expect(ids).toEqual(["call_1", "call_2"]);
});

test("a failure in the middle of a stream is a server error", async () => {
  const [first = ""] = wire.events(answer);
  const model = ollama("qwen3", { fetch: fetchOf(`${first}{"error": "out of memory"}\n`) });
  const seen: string[] = [];
  const read = async () => {
    for await (const { type } of model.stream?.({ messages: [] }) ?? []) seen.push(type);
  };
  await expect(read()).rejects.toMatchObject({ kind: "server_error", message: "out of memory" });
  expect(seen).toContain("text-delta");
});

test.each<readonly [string, unknown, string]>([
  ["a text", { error: "out of memory" }, "out of memory"],
  ["an object", { error: { message: "out of memory", code: 500 } }, "out of memory"],
  [
    "a text beside a message",
    { error: "out of memory", message: { content: "" } },
    "out of memory",
  ],
  ["true, with a message", { error: true, message: "out of memory" }, "out of memory"],
  ["an object without a message", { error: { code: 7 } }, "the server gave no reason"],
])("a failure with status 200 whose error is %s has its reason", async (_, body, message) => {
  const model = ollama("qwen3", { fetch: fetchOf(JSON.stringify(body)) });
  const failure = { kind: "server_error", message, retryable: true };
  await expect(model.generate({ messages: [] })).rejects.toMatchObject(failure);
  const stream = model.stream?.({ messages: [] });
  if (stream === undefined) throw new Error("the model can't stream");
  await expect(collectStream(stream)).rejects.toMatchObject(failure);
});

test("an empty error beside a message is not a failure", async () => {
  const reply = { message: { content: "42" }, done: true, done_reason: "stop", error: null };
  const model = ollama("qwen3", { fetch: fetchOf(JSON.stringify(reply)) });
  expect((await model.generate({ messages: [] })).text).toBe("42");
});

test("a connection error names the server without the query", async () => {
  const refused = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
  const asked = (baseUrl: string) =>
    ollama("qwen3", { baseUrl, fetch: () => Promise.reject(refused) }).generate({ messages: [] });
  await expect(asked("http://127.0.0.1:11434/")).rejects.toMatchObject({
    kind: "network",
    retryable: true,
    message: "fetch failed (http://127.0.0.1:11434, ECONNREFUSED)",
  });
  await expect(asked("https://models.example/ollama?key=abc123secret")).rejects.toMatchObject({
    message: "fetch failed (https://models.example/ollama, ECONNREFUSED)",
  });
});

test("the key of the environment goes only to ollama.com", async () => {
  vi.stubEnv("OLLAMA_API_KEY", "key-of-the-environment");
  const keys: (string | null)[] = [];
  const reply = JSON.stringify({ message: { content: "42" }, done: true });
  const fetch: typeof globalThis.fetch = (_, init) => {
    keys.push(new Headers(init?.headers).get("authorization"));
    return Promise.resolve(new Response(reply));
  };
  for (const baseUrl of [undefined, "https://ollama.com", "https://ollama.com.example"])
    await ollama("qwen3", { baseUrl, fetch }).generate({ messages: [] });
  vi.unstubAllEnvs();
  expect(keys).toEqual([null, "Bearer key-of-the-environment", null]);
});

describe("the options of ollama", () => {
  test.each<readonly [string, () => unknown, string]>([
    ["no model", () => ollama(""), "expected a model id, such as"],
    ["no URL", () => ollama("m", { baseUrl: "x" }), "baseUrl: expected"],
    ["no number", () => ollama("m", { timeoutMs: NaN }), "timeoutMs: expected"],
  ])("with %s are rejected", (_, make, message) => {
    expect(make).toThrow(message);
  });

  test("a timeout is reported as one", async () => {
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => {
          reject(init.signal?.reason as Error);
        });
      });
    const asked = ollama("m", { fetch, timeoutMs: 20 }).generate({ messages: [] });
    await expect(asked).rejects.toMatchObject({ kind: "timeout", retryable: true });
  });
});

// Servers behind the same API, such as proxies, send these.
describe("the arguments of a call given as JSON text", () => {
  const answerWith = (given: unknown): string =>
    `${JSON.stringify({
      model: "m",
      message: {
        role: "assistant",
        content: "",
        tool_calls: [{ function: { name: "look", arguments: given } }],
      },
      done: true,
      done_reason: "stop",
    })}\n`;

  test.each<readonly [string, unknown, object]>([
    ["an object", '{"at":"a","n":1}', { input: { at: "a", n: 1 } }],
    ["an object with raw line feeds", '{"at":"a\n\tb"}', { input: { at: "a\n\tb" } }],
    ["an object as text in text", '"{\\"at\\":1}"', { input: { at: 1 } }],
    [
      "an integer of many digits",
      '{"id":1234567890123456789}',
      { input: { id: 1234567890123456789n } },
    ],
    ["no text", "", { input: {} }],
    ["other text", "at a", { input: null, malformedInput: "at a" }],
  ])("are read whole and streamed: %s", async (_title, given, expected) => {
    const model = ollama("m", { fetch: fetchOf(answerWith(given)) });
    const request = { messages: [{ role: "user" as const, content: "Go." }] };
    const whole = await model.generate(request);
    if (model.stream === undefined) throw new Error("the model can't stream");
    const streamed = await collectStream(model.stream(request), { modelId: "m" });
    for (const { content } of [whole, streamed])
      expect(content).toEqual([
        { type: "tool-call", toolCallId: "call_1", toolName: "look", ...expected },
      ]);
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
  const stream = { headers: { "content-type": "application/x-ndjson" } };
  const request = { messages: [{ role: "user" as const, content: "Go." }] };

  test("are exact in a response, in a stream, and in the next request", async () => {
    const bodies: string[] = [];
    const create = (response: () => Response) =>
      ollama("m", {
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
    const events = wire.events(wireAnswer).map((event) => digits(event));
    const streamed = create(() => new Response(events.join(""), stream));
    const { content: collected } = await collectStream(eventsOf(streamed));
    expect(collected).toMatchObject([{ input }]);
    await whole.generate({ messages: [...request.messages, { role: "assistant", content }] });
    expect(bodies.at(-1)?.replaceAll("\\", "")).toContain(
      '{"id":1234567890123456789,"rows":[[-9007199254740993]]}',
    );
  });
});
