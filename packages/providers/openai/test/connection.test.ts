// Tests time limits, closed connections, and secrets in errors.

import { inspect } from "node:util";
import { collectStream } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { openai, type OpenAIOptions } from "../src/index.ts";
import {
  failureOf,
  hello,
  keyed,
  local,
  modelWith,
  replies,
  serverOf,
  streamOf,
} from "./fake-server.ts";

const headers = { "content-type": "text/event-stream" };
const bytes = (text: string) => new TextEncoder().encode(text);
const delta = { type: "response.output_text.delta", output_index: 0, delta: "Hm" };
const whole = [
  'data: {"choices": [{"delta": {"content": "42"}, "finish_reason": "stop"}]}\n\n',
  "data: [DONE]\n\n",
];

/** A body that sends one chunk and then hangs, and records whether it was closed. */
function silentBody(first: string): { readonly body: ReadableStream; isClosed: boolean } {
  const state = {
    isClosed: false,
    body: new ReadableStream({
      start: (controller) => controller.enqueue(bytes(first)),
      cancel: () => {
        state.isClosed = true;
      },
    }),
  };
  return state;
}

test("closes the connection when the consumer stops reading the stream", async () => {
  const silent = silentBody(`data: ${JSON.stringify(delta)}\n\n`);
  const server = serverOf(() => new Response(silent.body, { headers }));
  const model = openai("m", { ...keyed, fetch: server.fetch });
  for await (const event of streamOf(model)) if (event.type === "text-delta") break;
  expect(server.asked[0]?.signal?.aborted).toBe(true);
  expect(silent.isClosed).toBe(true);
});

test("times out on a stream that hangs", async () => {
  const silent = silentBody(`data: ${JSON.stringify(delta)}\n\n`);
  const model = modelWith(() => new Response(silent.body, { headers }), {
    ...keyed,
    timeoutMs: 30,
  });
  expect(await failureOf(collectStream(streamOf(model)))).toMatchObject({
    kind: "timeout",
    retryable: true,
    message: "the model sent no content for 30 ms (option timeoutMs)",
  });
  expect(silent.isClosed).toBe(true);
});

test("names the server in a connection error, without a key in its query", async () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const failed = (options: OpenAIOptions) => {
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    return failureOf(openai("m", { ...options, fetch }).generate(hello));
  };
  for (const [baseUrl, address] of [
    [undefined, "https://api.openai.com/v1"],
    ["http://localhost:8000", "http://localhost:8000"],
    ["https://x.example/v1?key=abc123secret", "https://x.example/v1"],
    ["http://[::1]:1234/v1/", "http://[::1]:1234/v1"],
  ] as const) {
    const { kind, message } = await failed({ ...keyed, baseUrl });
    expect([kind, message]).toEqual(["network", `Connection error (${address}, ECONNREFUSED)`]);
  }
});

test("times out on a response that never comes", async () => {
  const fetch: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () => {
        reject(new DOMException("aborted", "AbortError"));
      });
    });
  const model = openai("m", { ...keyed, fetch, timeoutMs: 30 });
  expect((await failureOf(model.generate(hello))).kind).toBe("timeout");
});

test("doesn't wait for a server that leaves a finished stream open", async () => {
  const silent = silentBody(whole.join(""));
  const model = modelWith(() => new Response(silent.body, { headers }), local);
  expect((await collectStream(streamOf(model))).text).toBe("42");
  expect(silent.isClosed).toBe(true);
});

test("ends a stream after its usage, even if the connection stays open", async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5 };
  const silent = silentBody(`${whole[0] ?? ""}data: ${JSON.stringify({ choices: [], usage })}\n\n`);
  const model = modelWith(() => new Response(silent.body, { headers }), local);
  expect((await collectStream(streamOf(model))).usage?.inputTokens).toBe(10);
});

test("accepts JSON without its content type", async () => {
  const reply = () => new Response(JSON.stringify(replies.chat), { headers: {} });
  expect((await modelWith(reply, local).generate(hello)).text).toBe("So.");
});

test("rejects a body that isn't JSON", async () => {
  const model = modelWith(() => new Response("It is 42."), local);
  expect(await failureOf(model.generate(hello))).toMatchObject({
    kind: "invalid_response",
    message: "unexpected response: body: expected JSON",
  });
});

test("rejects plain JSON if a stream was requested", async () => {
  const model = modelWith(() => Response.json(replies.chat), local);
  expect(await failureOf(collectStream(streamOf(model)))).toMatchObject({
    kind: "invalid_response",
    message:
      "unexpected response: body: expected a stream of events, got application/json (check `baseUrl`)",
  });
});

test.each([
  "text/plain",
  "text/plain; charset=utf-8",
  "TEXT/HTML",
  "application/xml",
  "text/event",
])("rejects content of the type %s without events", async (type) => {
  const reply = () => new Response("Hello.", { headers: { "content-type": type } });
  expect(await failureOf(collectStream(streamOf(modelWith(reply, local))))).toMatchObject({
    kind: "invalid_response",
    message: `unexpected response: body: expected a stream of events, got ${type} (check \`baseUrl\`)`,
  });
});

test("reads events of the type text/plain", async () => {
  const reply = () => new Response(whole.join(""), { headers: { "content-type": "text/plain" } });
  const { text } = await collectStream(streamOf(modelWith(reply, local)));
  expect(text).not.toBe("");
});

describe("server-sent events", () => {
  test.each<readonly [string, readonly string[]]>([
    ["with lines that end as on Windows", whole.map((text) => text.replaceAll("\n", "\r\n"))],
    [
      "with comments and names between them",
      [": OpenRouter\n\nevent: x\nid: 1\ndatabase: 2\n", ...whole],
    ],
    ["without a space", whole.map((text) => text.replace("data: ", "data:"))],
    ["without the empty line of the last", [whole[0] ?? "", "data: [DONE]"]],
  ])("reads %s", async (_, pieces) => {
    const model = modelWith(() => new Response(pieces.join(""), { headers }), local);
    expect((await collectStream(streamOf(model))).text).toBe("42");
  });

  test("rejects an event that never ends", async () => {
    const long = bytes(`data: ${"x".repeat(1_000_000)}`);
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(long) });
    const model = modelWith(() => new Response(body, { headers }), local);
    const error = await failureOf(collectStream(streamOf(model)));
    expect(error.kind).toBe("invalid_response");
    expect(error.message).toContain("an event of the stream is longer than 20000000 bytes");
  });
});

test("no error contains a key that the server repeats", async () => {
  const apiKey = "token-without-a-known-shape";
  const error = { message: `no such key: ${apiKey}`, type: "x", code: "x" };
  const model = modelWith(() => Response.json({ error }, { status: 401 }), { ...local, apiKey });
  const failure = await failureOf(model.generate(hello));
  expect(failure.kind).toBe("auth");
  expect(failure.message).toBe("401 no such key: <secret>");
  expect(inspect(failure, { showHidden: true, depth: 9 })).not.toContain(apiKey);
});

test("recognizes llama.cpp's code for a conversation that is too long", async () => {
  const error = { code: 400, type: "exceed_context_size_error", message: "the request exceeds" };
  const model = modelWith(() => Response.json({ error }, { status: 400 }), local);
  expect(await failureOf(model.generate(hello))).toMatchObject({
    kind: "context_too_long",
    retryable: false,
  });
});
