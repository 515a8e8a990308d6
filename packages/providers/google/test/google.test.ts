// Runs the adapter suite against servers in the format of the Gemini API, and tests its specifics.

import { afterEach, describe, expect, test, vi } from "vitest";
import { collectStream, ModelError, type ModelRequest, type ToolResultPart } from "@ptc/llm";
import { adapterCases } from "@ptc/llm/testing";
import { google, type GoogleOptions } from "../src/index.ts";
import { wire } from "./wire.ts";

const cases = adapterCases({
  createModel: ({ modelId, ...options }) => google(modelId, options),
  wire,
  everyByte: process.env["PTC_TESTS"] === "whole",
  skips: {
    "answers: arguments that aren't JSON": "arguments are objects here",
    "requests: prompt cache boundaries": "the provider caches by itself",
  },
});

describe("the adapter conformance suite", () => {
  for (const { name, skip, run } of cases)
    if (skip === undefined) test(name, run);
    else test.skip(`${name} (${skip})`, run);
});

const hello: ModelRequest = { messages: [{ role: "user", content: "Hello." }] };

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Returns a model whose server responds to each request with `body`, and the requests sent. */
function serving(body: unknown, { status = 200, modelId = "gemini-3-pro" } = {}) {
  const sent: Sent[] = [];
  const model = google(modelId, {
    apiKey: "k",
    fetch: (input, init) => {
      sent.push({
        url: input as string,
        headers: new Headers(init?.headers),
        body: JSON.parse(init?.body as string) as Sent["body"],
      });
      return Promise.resolve(Response.json(body, { status }));
    },
  });
  return { model, sent };
}

const failure = async (body: unknown, status = 200): Promise<ModelError> => {
  const error: unknown = await serving(body, { status })
    .model.generate(hello)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelError)) throw error;
  return error;
};

const answer = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }],
  ...more,
});

const call = (name: string, more: object = {}) => ({ functionCall: { name, args: {} }, ...more });

test("the signature of a thought goes back on its original part", async () => {
  const { model, sent } = serving(
    answer([
      { text: "Which one?", thought: true },
      call("look", { thoughtSignature: "c2lnbmVk" }),
      call("read"),
    ]),
  );
  const { content } = await model.generate(hello);
  const results = content.flatMap((part): readonly ToolResultPart[] =>
    part.type === "tool-call"
      ? [
          {
            type: "tool-result",
            toolCallId: part.toolCallId,
            toolName: part.toolName,
            output: "a lamp",
          },
        ]
      : [],
  );
  await model.generate({
    messages: [
      ...hello.messages,
      { role: "assistant", content },
      { role: "tool", content: results },
    ],
  });
  expect(sent[1]?.body["contents"]).toEqual([
    { role: "user", parts: [{ text: "Hello." }] },
    {
      role: "model",
      parts: [
        { functionCall: { id: "call_1", name: "look", args: {} }, thoughtSignature: "c2lnbmVk" },
        { functionCall: { id: "call_2", name: "read", args: {} } },
      ],
    },
    {
      role: "user",
      parts: [
        { functionResponse: { id: "call_1", name: "look", response: { output: "a lamp" } } },
        { functionResponse: { id: "call_2", name: "read", response: { output: "a lamp" } } },
      ],
    },
  ]);
});

test("calls without ids get unique ids within a conversation", async () => {
  const { model } = serving(answer([call("look"), call("look", {})]));
  const { content } = await model.generate(hello);
  const again = await model.generate({
    messages: [...hello.messages, { role: "assistant", content }],
  });
  const ids = [...content, ...again.content].flatMap((part) =>
    part.type === "tool-call" ? [part.toolCallId] : [],
  );
  expect(ids).toEqual(["call_1", "call_2", "call_3", "call_4"]);
});

test("an empty text with a signature also goes back", async () => {
  const { model, sent } = serving(
    answer([{ text: "42." }, { text: "", thoughtSignature: "eA==" }]),
  );
  const { content, text } = await model.generate(hello);
  expect(text).toBe("42.");
  await model.generate({ messages: [...hello.messages, { role: "assistant", content }] });
  expect(sent[1]?.body["contents"]).toMatchObject([
    {},
    { role: "model", parts: [{ text: "42.", thoughtSignature: "eA==" }] },
  ]);
});

describe("thinking", () => {
  const thinkingOf = async (modelId: string, thinking: ModelRequest["thinking"]) => {
    const { model, sent } = serving(answer([{ text: "x" }]), { modelId });
    const { warnings } = await model.generate({ ...hello, ...(thinking && { thinking }) });
    const config = sent[0]?.body["generationConfig"] as
      { readonly thinkingConfig?: unknown } | undefined;
    return [config?.thinkingConfig, warnings?.map(({ option }) => option)];
  };

  test.each<readonly [string, ModelRequest["thinking"], unknown, unknown]>([
    ["gemini-3-pro", undefined, undefined, undefined],
    [
      "gemini-3-pro",
      { effort: "high" },
      { includeThoughts: true, thinkingLevel: "HIGH" },
      undefined,
    ],
    [
      "gemini-3-pro",
      { effort: "none" },
      { includeThoughts: false, thinkingLevel: "MINIMAL" },
      ["thinking.effort"],
    ],
    [
      "gemini-2.5-flash",
      { effort: "none" },
      { includeThoughts: false, thinkingBudget: 0 },
      undefined,
    ],
    [
      "gemini-2.5-flash",
      { effort: "low" },
      { includeThoughts: true, thinkingBudget: 1_024 },
      undefined,
    ],
    [
      "gemini-3-pro",
      { maxTokens: 5_000, effort: "low" },
      { includeThoughts: true, thinkingBudget: 5_000 },
      undefined,
    ],
  ])("of %s with %j is sent as %j", async (modelId, thinking, config, warnings) => {
    expect(await thinkingOf(modelId, thinking)).toEqual([config, warnings]);
  });
});

describe("failures", () => {
  test("include the retry delay from the body", async () => {
    const error = await failure(
      {
        error: {
          code: 429,
          message: "Too many.",
          status: "RESOURCE_EXHAUSTED",
          details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "36.2s" }],
        },
      },
      429,
    );
    expect([error.kind, error.retryAfterMs]).toEqual(["rate_limited", 37_000]);
    expect(error.message).toContain("Too many.");
  });

  test("of a refused prompt are content_filtered", async () => {
    const error = await failure({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } });
    expect([error.kind, error.retryable]).toEqual(["content_filtered", false]);
    expect(error.message).toContain("PROHIBITED_CONTENT");
  });

  test.each([
    [{ candidates: 7 }],
    [{ candidates: [{ content: { parts: 7 } }] }],
    [{ candidates: [{ content: { parts: [7] } }] }],
    [{ candidates: [{ content: { parts: [{ text: 7 }] } }] }],
    [{ candidates: [{ content: { parts: [{ functionCall: {} }] } }] }],
  ])("of the response %j are invalid_response", async (body) => {
    expect((await failure(body)).kind).toBe("invalid_response");
  });

  test("of a late response are timeouts", async () => {
    const model = google("gemini-3-pro", {
      apiKey: "k",
      timeoutMs: 30,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => {
            reject(init.signal?.reason as Error);
          });
        }),
    });
    const streamed = () => {
      if (model.stream === undefined) throw new Error("the model has no `stream`");
      return collectStream(model.stream(hello));
    };
    for (const asked of [() => model.generate(hello), streamed])
      await expect(asked()).rejects.toMatchObject({ kind: "timeout", retryable: true });
  });
});

test("maps unknown finish reasons to other, and counts tool prompts and thinking", async () => {
  const { model } = serving({
    candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL" }],
    usageMetadata: { promptTokenCount: 5, toolUsePromptTokenCount: 2, thoughtsTokenCount: 3 },
  });
  expect(await model.generate(hello)).toMatchObject({
    content: [],
    finishReason: "other",
    rawFinishReason: "MALFORMED_FUNCTION_CALL",
    usage: { inputTokens: 7, outputTokens: 3, reasoningTokens: 3 },
  });
});

test("a failure with status 200 has the status of its body", async () => {
  const error = { code: 503, status: "UNAVAILABLE", message: "The model is overloaded." };
  const { kind, message } = await failure({ error });
  expect([kind, message]).toEqual(["overloaded", "503 The model is overloaded."]);
  expect((await failure({ error: { message: "no" } })).kind).toBe("server_error");
});

test("a connection error names the server", async () => {
  const refused = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
  const model = google("gemini-3-pro", { apiKey: "k", fetch: () => Promise.reject(refused) });
  await expect(model.generate(hello)).rejects.toMatchObject({
    kind: "network",
    message: expect.stringContaining(
      "(https://generativelanguage.googleapis.com, ECONNREFUSED)",
    ) as string,
  });
});

describe("the options of google", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each<readonly [string, () => unknown, string]>([
    [
      "no key",
      () => google("gemini", { apiKey: " " }),
      "missing apiKey (pass `apiKey` or set GEMINI_API_KEY)",
    ],
    ["no model", () => google("", { apiKey: "k" }), "expected a model id, such as"],
    ["no URL", () => google("gemini", { apiKey: "k", baseUrl: "x" }), "baseUrl: expected"],
  ])("with %s are rejected", (_, make, message) => {
    expect(make).toThrow(message);
  });

  test("have a key from the environment by default, only for Google's servers", async () => {
    const keyOf = async (options: GoogleOptions): Promise<string | null> => {
      let key: string | null = "";
      const fetch: typeof globalThis.fetch = (_, init) => {
        key = new Headers(init?.headers).get("x-goog-api-key");
        return Promise.resolve(Response.json(answer([{ text: "x" }])));
      };
      await google("gemini-3-pro", { ...options, fetch }).generate(hello);
      return key;
    };
    for (const name of ["GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"]) {
      vi.stubEnv(name, `key of ${name}`);
      expect(await keyOf({ apiKey: undefined })).toBe(`key of ${name}`);
    }
    expect(await keyOf({ apiKey: "k" })).toBe("k");
    expect(() => google("gemini-3-pro", { baseUrl: "http://127.0.0.1:1" })).toThrow(
      "missing apiKey (pass `apiKey`; GEMINI_API_KEY is sent only to googleapis.com, not to 127.0.0.1:1)",
    );
  });

  test("other than the key are not read from the environment", async () => {
    vi.stubEnv("GOOGLE_API_KEY", "key-of-the-environment");
    vi.stubEnv("GOOGLE_GEMINI_BASE_URL", "http://elsewhere.example");
    vi.stubEnv("GOOGLE_GENAI_USE_VERTEXAI", "true");
    vi.stubEnv("GOOGLE_GENAI_API_VERSION", "v9");
    const { model, sent } = serving(answer([{ text: "x" }]));
    await model.generate(hello);
    expect(sent[0]?.url).toBe(
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent",
    );
    expect(sent[0]?.headers.get("x-goog-api-key")).toBe("k");
  });
});

describe("a stream of another type", () => {
  const streamOf = (text: string, type: string) => {
    const fetch = () => Promise.resolve(new Response(text, { headers: { "content-type": type } }));
    return google("gemini-3-pro", {
      apiKey: "k",
      baseUrl: "https://proxy.example",
      fetch,
    }).stream?.(hello);
  };
  const first = async (text: string, type: string): Promise<unknown> => {
    const events = streamOf(text, type);
    if (events === undefined) throw new Error("expected a stream");
    return (await collectStream(events)).text;
  };

  test.each([
    ["<html></html>", "text/html"],
    ["Hello.", "text/plain; charset=utf-8"],
    ["", "text/plain"],
    ['{"candidates": []}', "application/json"],
    ["<x/>", "application/xml"],
  ])("is an invalid response without events: %s as %s", async (text, type) => {
    await expect(first(text, type)).rejects.toMatchObject({
      kind: "invalid_response",
      message: `unexpected response: body: expected a stream of events, got ${type} (check \`baseUrl\`)`,
    });
  });

  test("is read if it has events", async () => {
    const body = { candidates: [{ content: { parts: [{ text: "Hi." }] }, finishReason: "STOP" }] };
    expect(await first(`data: ${JSON.stringify(body)}\r\n\r\n`, "text/plain")).toBe("Hi.");
  });

  test("reports the error in its JSON", async () => {
    const error = { code: 429, message: "Slow down.", status: "RESOURCE_EXHAUSTED" };
    await expect(first(JSON.stringify({ error }), "application/json")).rejects.toMatchObject({
      kind: "rate_limited",
    });
  });
});
