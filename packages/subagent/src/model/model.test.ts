import { describe, expect, test } from "vitest";
import { createScriptedModel, ModelError } from "@ptc/llm";
import { resolveModel, type ModelChoice } from "./resolve-model.ts";
import { retryDelay, retryPolicy, type RetryOptions } from "./retry-policy.ts";

describe("the model of a mission", () => {
  const scripted = createScriptedModel(["1"]);

  test("accepts a model as an object, as a function and by name", () => {
    const small = (): string => "1";
    expect(resolveModel(scripted, undefined)).toMatchObject({
      ok: true,
      model: { modelId: "scripted" },
    });
    expect(resolveModel(small, undefined)).toMatchObject({
      ok: true,
      model: { provider: "function", modelId: "small" },
    });
    expect(resolveModel("small", { small })).toMatchObject({
      ok: true,
      model: { modelId: "small" },
    });
  });

  test.each<[string, unknown, Record<string, unknown> | undefined, string, string]>([
    [
      "that is missing",
      undefined,
      undefined,
      "llm_required",
      "no model was given: pass `llm` (a LanguageModel of `@ptc/llm`, an async function of the request, or a name in `llmRegistry`)",
    ],
    ["that is null", null, {}, "llm_required", "no model was given: pass `llm`"],
    [
      "that is a name without a registry",
      "haiku",
      undefined,
      "llm_registry_required",
      'the model is named "haiku", but there is no registry: pass `llmRegistry: { "haiku": model }`, or use provider:model, with anthropic, google, ollama, openai',
    ],
    [
      "that the registry doesn't have",
      "haku",
      { haiku: scripted, opus: scripted },
      "llm_not_found",
      'the registry has no model "haku"; it has "haiku", "opus". Did you mean "haiku"?',
    ],
    [
      "that isn't an own entry of the registry",
      "constructor",
      {},
      "llm_not_found",
      'the registry has no model "constructor"; it is empty',
    ],
    [
      "whose entry is invalid",
      "haiku",
      { haiku: 5 },
      "invalid_llm",
      'the model "haiku" of the registry is of type number, expected a LanguageModel of `@ptc/llm` or a function of the request',
    ],
    [
      "of another type",
      {},
      undefined,
      "invalid_llm",
      "`llm` is of type object, expected a LanguageModel",
    ],
  ])("refuses a model %s", (_title, choice, registry, reason, message) => {
    const result = resolveModel(choice as ModelChoice, registry as never);
    expect(result).toMatchObject({
      ok: false,
      fail: { reason, message: expect.stringContaining(message) as unknown },
    });
  });
});

describe("retries of a failed request", () => {
  const limited = new ModelError({ kind: "rate_limited" });
  const delays = (options: RetryOptions, error = limited): (number | undefined)[] =>
    [1, 2, 3, 4].map((attempt) => retryDelay(retryPolicy(options), error, attempt, () => 0));

  test("retries after increasing waits within the bounds of the policy", () => {
    expect(delays({})).toEqual([1000, 2000, undefined, undefined]);
    expect(delays({ maxAttempts: 9, maxDelayMs: 3000 })).toEqual([1000, 2000, 3000, 3000]);
    expect(delays({ maxAttempts: 4, backoff: "linear", baseDelayMs: 10 })).toEqual([
      10,
      20,
      30,
      undefined,
    ]);
    expect(delays({ maxAttempts: 3, backoff: "constant", baseDelayMs: 10 })).toEqual([
      10,
      10,
      undefined,
      undefined,
    ]);
    expect(retryDelay(retryPolicy({ baseDelayMs: 100 }), limited, 1, () => 0.5)).toBe(110);
  });

  test("waits as long as the provider asks, up to a limit", () => {
    expect(delays({}, new ModelError({ kind: "overloaded", retryAfterMs: 1500 }))).toEqual([
      1500,
      2000,
      undefined,
      undefined,
    ]);
    expect(
      delays({}, new ModelError({ kind: "overloaded", retryAfterMs: 60_000 }))[0],
    ).toBeUndefined();
  });

  test("retries only the kinds of errors that may succeed, or those the policy names", () => {
    expect(delays({}, new ModelError({ kind: "auth" }))[0]).toBeUndefined();
    expect(delays({ kinds: ["auth"] }, new ModelError({ kind: "auth" }))[0]).toBe(1000);
    expect(delays({ kinds: ["auth"] })[0]).toBeUndefined();
    expect(delays({ maxAttempts: 1 })[0]).toBeUndefined();
  });

  test.each<[RetryOptions, string]>([
    [{ maxAttempts: 0 }, "option `llmRetry.maxAttempts`: expected a whole number from 1, got 0"],
    [
      { backoff: "random" as "linear" },
      'option `llmRetry.backoff`: expected "exponential", "linear", "constant"',
    ],
    [{ baseDelayMs: -1 }, "option `llmRetry.baseDelayMs`: expected milliseconds from 0, got -1"],
    [
      { kinds: ["slow" as "auth"] },
      'option `llmRetry.kinds`: unknown kind "slow"; the kinds are rate_limited, ',
    ],
    [
      { attempts: 3 } as RetryOptions,
      "option `llmRetry.attempts`: unknown option (expected maxAttempts, backoff, baseDelayMs, maxDelayMs, kinds",
    ],
  ])("refuses the retry policy %j immediately", (options, message) => {
    expect(() => retryPolicy(options)).toThrow(message);
  });
});
