// Tests the conversion of errors of AI SDK models.

import {
  APICallError,
  EmptyResponseBodyError,
  InvalidPromptError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoContentGeneratedError,
  NoSuchModelError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import { RetryError } from "ai";
import { describe, expect, test, vi } from "vitest";
import { ModelError, type ModelErrorKind } from "@ptc/llm";
import { failureOf, hello, returning, streamed, streaming, whole } from "./mock.ts";

const apiError = (statusCode: number | undefined, more: object = {}): APICallError =>
  new APICallError({
    message: "no, said the server",
    url: "https://api.example.com",
    requestBodyValues: { secret: "of the prompt" },
    ...(statusCode === undefined ? {} : { statusCode }),
    ...more,
  });

const cause = new Error("socket hang up");

const failures: readonly (readonly [string, unknown, ModelErrorKind, boolean])[] = [
  ["429", apiError(429), "rate_limited", true],
  [
    "a used-up quota",
    apiError(429, { data: { error: { code: "insufficient_quota" } } }),
    "rate_limited",
    false,
  ],
  ["529", apiError(529), "overloaded", true],
  ["503", apiError(503), "overloaded", true],
  ["500", apiError(500), "server_error", true],
  ["401", apiError(401), "auth", false],
  ["400", apiError(400), "invalid_request", false],
  ["413", apiError(413), "context_too_long", false],
  [
    "too long, in words",
    apiError(400, { message: "prompt is too long" }),
    "context_too_long",
    false,
  ],
  [
    "content that is refused",
    apiError(400, { data: { error: { code: "content_filter" } } }),
    "content_filtered",
    false,
  ],
  [
    "a server that doesn't listen",
    apiError(undefined, { cause: Object.assign(cause, { code: "ECONNREFUSED" }) }),
    "network",
    true,
  ],
  [
    "a body that is no JSON",
    apiError(200, { cause: new JSONParseError({ text: "<html>", cause }) }),
    "invalid_response",
    true,
  ],
  [
    "an error whose body is no JSON",
    apiError(502, { cause: new JSONParseError({ text: "<html>", cause }) }),
    "server_error",
    true,
  ],
  ["another shape", new TypeValidationError({ value: {}, cause }), "invalid_response", true],
  ["an empty body", new EmptyResponseBodyError(), "invalid_response", true],
  ["no content", new NoContentGeneratedError(), "invalid_response", true],
  ["odd data", new InvalidResponseDataError({ data: {} }), "invalid_response", true],
  [
    "a stream without an end",
    new InvalidResponseDataError({
      data: undefined,
      message: "Response stream ended without a finish reason.",
    }),
    "network",
    true,
  ],
  ["no key", new LoadAPIKeyError({ message: "key" }), "auth", false],
  [
    "no such model",
    new NoSuchModelError({ modelId: "m", modelType: "languageModel" }),
    "invalid_request",
    false,
  ],
  [
    "a prompt it cannot take",
    new InvalidPromptError({ prompt: 1, message: "x" }),
    "invalid_request",
    false,
  ],
  [
    "what it does not do",
    new UnsupportedFunctionalityError({ functionality: "PDF" }),
    "invalid_request",
    false,
  ],
  [
    "what was tried last of several",
    new RetryError({
      message: "Failed after 3 attempts.",
      reason: "maxRetriesExceeded",
      errors: [apiError(500), apiError(429)],
    }),
    "rate_limited",
    true,
  ],
  ["a broken connection, in a host's words", new TypeError("terminated"), "network", true],
  ["a provider that stumbled", new TypeError("x is not a function"), "invalid_response", true],
  ["an end by itself", new DOMException("stopped", "AbortError"), "cancelled", false],
  ["a time of its own that is over", new DOMException("late", "TimeoutError"), "timeout", true],
  ["an error of the contract", new ModelError({ kind: "overloaded" }), "overloaded", true],
  ["an error of any kind", new Error("hm"), "unknown", false],
  ["no error", "hm", "unknown", false],
];

test.each(failures)("%s", async (_, thrown, kind, retryable) => {
  const throwing = returning(() => {
    throw thrown;
  });
  for (const asked of [throwing.model.generate(hello), streamed(throwing)]) {
    const error = await failureOf(asked);
    expect([error.kind, error.retryable]).toEqual([kind, retryable]);
    expect(JSON.stringify(error)).not.toContain("of the prompt");
  }
});

test("a rate limit reports how long to wait", async () => {
  const { retryAfterMs, provider, modelId, message } = await failureOf(
    streamed(
      streaming(
        whole([
          { type: "error", error: apiError(429, { responseHeaders: { "retry-after": "7" } }) },
        ]),
      ),
    ),
  );
  expect([retryAfterMs, provider, modelId]).toEqual([7_000, "acme", "m1"]);
  expect(message).toBe("no, said the server");
});

test.each<readonly [string, unknown, ModelErrorKind, string]>([
  ["an overload", { type: "overloaded_error", message: "busy" }, "overloaded", "busy"],
  ["a status as its code", { code: 429, message: "slow down" }, "rate_limited", "slow down"],
  ["a status of its own", { statusCode: 503, message: "busy" }, "overloaded", "busy"],
  ["no sign of what it is", { message: "hm" }, "server_error", "hm"],
  ["a text", "hm", "server_error", "hm"],
  ["nothing", undefined, "server_error", "the server gave no reason"],
])("a stream that fails with %s rejects with a model error", async (_, error, kind, message) => {
  const parts = [
    { type: "text-delta", id: "0", delta: "It is" },
    { type: "error", error },
  ];
  const failed = await failureOf(streamed(streaming(whole(parts))));
  expect([failed.kind, failed.message]).toEqual([kind, message]);
});

test("a message never contains an entire response", async () => {
  const thrown = new JSONParseError({ text: "x".repeat(1_000_000), cause });
  const { message } = await failureOf(
    returning(() => Promise.reject(thrown)).model.generate(hello),
  );
  expect(message.length).toBeLessThan(1_000);
});

describe("a model that doesn't respond", () => {
  /** Ignores signals in both methods. */
  const silent = (timeoutMs: number) =>
    returning(() => new Promise(() => undefined), { timeoutMs });
  const endless = (timeoutMs: number) => {
    const cancel = vi.fn();
    const stream = new ReadableStream({ cancel });
    return { cancel, mock: returning(() => ({ stream }), { timeoutMs }) };
  };

  test("times out", async () => {
    const { mock, cancel } = endless(20);
    for (const asked of [silent(20).model.generate(hello), streamed(silent(20)), streamed(mock)]) {
      const error = await failureOf(asked);
      expect([error.kind, error.retryable]).toEqual(["timeout", true]);
    }
    expect(cancel).toHaveBeenCalled();
  });

  test("is abandoned when the caller aborts", async () => {
    const { mock, cancel } = endless(60_000);
    const asks: readonly ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => silent(60_000).model.generate({ ...hello, signal }),
      (signal) => streamed(silent(60_000), { ...hello, signal }),
      (signal) => streamed(mock, { ...hello, signal }),
    ];
    for (const ask of asks) {
      const stop = new AbortController();
      const asked = failureOf(ask(stop.signal));
      stop.abort();
      expect((await asked).kind).toBe("cancelled");
    }
    await vi.waitFor(() => {
      expect(cancel).toHaveBeenCalled();
    });
  });

  test("is not called if the caller has already aborted", async () => {
    const mock = silent(60_000);
    const request = { ...hello, signal: AbortSignal.abort() };
    for (const asked of [mock.model.generate(request), streamed(mock, request)])
      expect((await failureOf(asked)).kind).toBe("cancelled");
    expect(mock.calls()).toEqual([]);
  });
});
