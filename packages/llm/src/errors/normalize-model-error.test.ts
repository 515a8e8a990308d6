import { describe, expect, test } from "vitest";
import type { ModelErrorKind } from "../contract/model-error-kind.ts";
import { modelErrorKinds } from "./error-kinds.ts";
import { isModelError, ModelError } from "./model-error.ts";
import { normalizeModelError } from "./normalize-model-error.ts";

/** An `Error` with extra fields, like the errors of SDKs. */
function errorWith(fields: Readonly<Record<string, unknown>>, message = "failed"): Error {
  return Object.assign(new Error(message), fields);
}

/** How providers refuse a prompt: the fields of the error and its message. */
const refusals: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  [
    "Azure",
    { status: 400, error: { code: "content_filter", param: "prompt", status: 400 } },
    "400 The response was filtered",
  ],
  [
    "Azure without a code",
    { status: 400 },
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
  ],
  ["Azure by its inner code", { status: 400, code: "ResponsibleAIPolicyViolation" }, "bad request"],
  [
    "Anthropic",
    { status: 400, error: { type: "error", error: { type: "invalid_request_error" } } },
    "400 Output blocked by content filtering policy",
  ],
  [
    "Anthropic in a stream, without a status",
    { error: { type: "error", error: { type: "invalid_request_error" } } },
    '{"type":"error","error":{"message":"Output blocked by content filtering policy"}}',
  ],
  [
    "a reasoning model of OpenAI",
    { status: 400, code: "invalid_prompt", type: "invalid_request_error" },
    "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
  ],
  ["OpenAI by a code", { status: 400, code: "content_policy_violation" }, "no"],
  ["the moderation of OpenAI", { status: 400, code: "moderation_blocked" }, "no"],
  [
    "the safety system of OpenAI",
    { status: 400 },
    "Your request was rejected as a result of our safety system.",
  ],
  ["OpenRouter", { status: 403 }, 'Your input was flagged for "violence/graphic".'],
  ["DeepSeek", { status: 400, code: "invalid_request_error" }, "Content Exists Risk"],
  ["DashScope", { status: 400, code: "data_inspection_failed" }, "no"],
  ["DashScope by its text", { status: 400 }, "Input data may contain inappropriate content."],
];

describe("normalizeModelError (kinds)", () => {
  const cases: readonly (readonly [string, unknown, ModelErrorKind])[] = [
    ["status 400", errorWith({ status: 400 }), "invalid_request"],
    [
      "status 400 about the context",
      errorWith({ status: 400 }, "prompt is too long: 210000 tokens"),
      "context_too_long",
    ],
    ["status 401", errorWith({ status: 401 }), "auth"],
    ["status 404", errorWith({ statusCode: 404 }), "invalid_request"],
    ["status 408", errorWith({ status: 408 }), "timeout"],
    ["status 429", errorWith({ status: 429 }), "rate_limited"],
    ["status 500", errorWith({ status: 500 }), "server_error"],
    ["status 503", errorWith({ status: 503 }), "overloaded"],
    ["status 529", errorWith({ status: 529 }), "overloaded"],
    ["status of an inner response", errorWith({ response: { status: 401 } }), "auth"],
    [
      "a code for the context",
      errorWith({ status: 400, code: "context_length_exceeded" }),
      "context_too_long",
    ],
    ["a content filter", errorWith({ status: 400, code: "content_filter" }), "content_filtered"],
    ...refusals.map(([name, fields, message]): readonly [string, unknown, ModelErrorKind] => [
      `content that is refused: ${name}`,
      errorWith(fields, message),
      "content_filtered",
    ]),
    [
      "an error body",
      errorWith({ error: { type: "error", error: { type: "overloaded_error" } } }),
      "overloaded",
    ],
    ["a status word", errorWith({ status: "RESOURCE_EXHAUSTED" }), "rate_limited"],
    ["an abort", new DOMException("aborted", "AbortError"), "cancelled"],
    ["a timeout signal", new DOMException("timed out", "TimeoutError"), "timeout"],
    [
      "a refused connection",
      new TypeError("fetch failed", { cause: errorWith({ code: "ECONNREFUSED" }) }),
      "network",
    ],
    [
      "a slow connection",
      new TypeError("fetch failed", { cause: errorWith({ code: "UND_ERR_HEADERS_TIMEOUT" }) }),
      "timeout",
    ],
    ["a browser's fetch", new TypeError("Failed to fetch"), "network"],
    ["an ordinary bug", new TypeError("x is not a function"), "unknown"],
    ["an invalid prompt", errorWith({ status: 400, code: "invalid_prompt" }), "invalid_request"],
    ["missing rights", errorWith({ status: 403 }, "you may not use this model"), "auth"],
    ["a thrown string", "no luck", "unknown"],
    ["nothing", undefined, "unknown"],
  ];

  test.each(cases)("%s", (_, error, kind) => {
    expect(normalizeModelError(error).kind).toBe(kind);
  });

  test("falls back to the class of an error without a name of its own", () => {
    class APIConnectionTimeoutError extends Error {}
    expect(normalizeModelError(new APIConnectionTimeoutError("Request timed out.")).kind).toBe(
      "timeout",
    );
  });

  test("derives retryable from the kind, except for an exhausted quota", () => {
    expect(normalizeModelError(errorWith({ status: 429 })).retryable).toBe(true);
    expect(
      normalizeModelError(errorWith({ status: 429, code: "insufficient_quota" })),
    ).toMatchObject({ kind: "rate_limited", retryable: false });
    expect(normalizeModelError(errorWith({ status: 401 })).retryable).toBe(false);
  });
});

describe("normalizeModelError", () => {
  test("returns a model error unchanged", () => {
    const error = new ModelError({ kind: "auth" });
    expect(normalizeModelError(error)).toBe(error);
  });

  test("preserves message, status and request id, and adds the caller's details", () => {
    const error = errorWith(
      { status: 500, headers: new Headers({ "x-request-id": "req_1" }) },
      "internal error",
    );
    const usage = { inputTokens: 3, outputTokens: 0 };
    expect(normalizeModelError(error, { provider: "p", modelId: "m", usage })).toMatchObject({
      message: "internal error",
      status: 500,
      requestId: "req_1",
      provider: "p",
      modelId: "m",
      usage,
    });
  });

  test("redacts credentials in message and stack, and drops the cause", () => {
    const secret = "sk-abcdefghijklmnopqrstuv";
    const error = errorWith(
      { status: 401, headers: { authorization: secret }, request: { apiKey: secret } },
      `bad key ${secret}`,
    );
    const normalised = normalizeModelError(error);
    expect(normalised.message).toBe("bad key <secret>");
    expect(normalised.stack).toContain("bad key <secret>");
    expect(
      Object.getOwnPropertyNames(normalised)
        .map((name) => String(normalised[name as keyof ModelError]))
        .join("\n"),
    ).not.toContain(secret);
  });

  test("preserves the stack of a bug in a model function", () => {
    function buggyModel(): never {
      throw new TypeError("messages.at is not a function");
    }
    let thrown: unknown;
    try {
      buggyModel();
    } catch (error) {
      thrown = error;
    }
    expect(normalizeModelError(thrown).stack).toContain("buggyModel");
  });

  test.each([
    [{ "retry-after": "2" }, 2_000],
    [{ "Retry-After": "0.5" }, 500],
    [{ "retry-after-ms": "40", "retry-after": "2" }, 40],
    [{ "retry-after": "Thu, 01 Jan 1970 00:01:40 GMT" }, 90_000],
    [{ "retry-after": "Thu, 01 Jan 1970 00:00:01 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("reads the retry delay from %j", (headers, expected) => {
    const clock = { now: () => 10_000, monotonic: () => 0 };
    expect(normalizeModelError(errorWith({ status: 429, headers }), { clock }).retryAfterMs).toBe(
      expected,
    );
    expect(
      normalizeModelError(errorWith({ status: 429, responseHeaders: new Headers(headers) }), {
        clock,
      }).retryAfterMs,
    ).toBe(expected);
  });

  test("treats an unexplained error after an abort as a cancellation, but not a provider's refusal", () => {
    const signal = AbortSignal.abort();
    expect(normalizeModelError(new Error("socket closed"), { signal }).kind).toBe("cancelled");
    expect(normalizeModelError(errorWith({ status: 401 }), { signal }).kind).toBe("auth");
  });

  test("includes the abort reason in the message of a cancellation", () => {
    const error = normalizeModelError(new Error("x"), {
      signal: AbortSignal.abort(new Error("the mission is over")),
    });
    expect(error.message).toBe("the model request was cancelled: the mission is over");
    expect(normalizeModelError(new Error("x"), { signal: AbortSignal.abort() }).message).toBe(
      "the model request was cancelled",
    );
  });

  test("never throws for errors with throwing accessors, cycles or a revoked proxy", () => {
    const biting = Object.defineProperty(new Error("bite"), "status", {
      get: () => {
        throw new Error("no");
      },
    });
    const cyclic = new Error("round");
    cyclic.cause = cyclic;
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const endless = (): object =>
      new Proxy({}, { get: (_, name) => (name === "cause" ? endless() : undefined) });
    expect(normalizeModelError(endless()).kind).toBe("unknown");
    expect(normalizeModelError(biting).message).toBe("bite");
    expect(normalizeModelError(cyclic).message).toBe("round");
    expect(normalizeModelError(proxy).kind).toBe("unknown");
    expect(normalizeModelError(null).message).toBe("the model threw null");
  });
});

describe("a message that is an error body", () => {
  const body = { type: "error", error: { type: "authentication_error", message: "invalid key" } };

  test.each([
    [`401 ${JSON.stringify(body)}`, "401 invalid key"],
    [JSON.stringify({ error: { code: 400, message: "bad name" } }), "bad name"],
    ['503 {"message":"try later"}\n', "503 try later"],
    [JSON.stringify({ error: { message: JSON.stringify({ message: "inner" }) } }), "inner"],
    ['400 {"error":{"message":""}}', '400 {"error":{"message":""}}'],
    ['400 {"error":{"message":5}}', '400 {"error":{"message":5}}'],
    ["400 {not JSON}", "400 {not JSON}"],
    ['the server sent {"message":"x"}', 'the server sent {"message":"x"}'],
  ])("%j becomes %j", (message, expected) => {
    expect(normalizeModelError(new Error(message)).message).toBe(expected);
  });
});

describe("ModelError", () => {
  test("uses the description of its kind if there is no message", () => {
    for (const [kind, { description, retryable }] of Object.entries(modelErrorKinds)) {
      expect(new ModelError({ kind: kind as ModelErrorKind })).toMatchObject({
        name: "ModelError",
        kind,
        message: description,
        retryable,
      });
    }
  });

  test("isModelError accepts model errors and nothing else", () => {
    expect(isModelError(new ModelError({ kind: "auth" }))).toBe(true);
    expect(isModelError(new Error("x"))).toBe(false);
    expect(isModelError({ kind: "auth", retryable: false })).toBe(false);
    expect(isModelError(null)).toBe(false);
  });
});
