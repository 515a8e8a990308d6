import { describe, expect, test } from "vitest";
import { createScriptedModel, ModelError } from "@ptc/llm";
import { resolveModel, type ModelChoice } from "./resolve-model.ts";
import { retryDelay, retryPolicy, type RetryOptions } from "./retry-policy.ts";

describe("a model is found", () => {
  const scripted = createScriptedModel(["1"]);

  test("as an object, as a function, and by name", () => {
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
      "when there is none",
      undefined,
      undefined,
      "llm_required",
      "no model was given: pass `llm`, a model of `@ptc/llm`'s contract, an async function of the request, or a name in `llmRegistry`",
    ],
    ["when it is null", null, {}, "llm_required", "no model was given: pass `llm`"],
    [
      "when it is a name without a registry",
      "haiku",
      undefined,
      "llm_registry_required",
      'the model was named, "haiku", but no registry given: pass `llmRegistry: { "haiku": model }`',
    ],
    [
      "when the registry does not have it",
      "haku",
      { haiku: scripted, opus: scripted },
      "llm_not_found",
      'the registry has no model "haku"; it has "haiku", "opus". Did you mean "haiku"?',
    ],
    [
      "when the registry has no own entry",
      "constructor",
      {},
      "llm_not_found",
      'the registry has no model "constructor"; it is empty',
    ],
    [
      "when the entry is none",
      "haiku",
      { haiku: 5 },
      "invalid_llm",
      'the model "haiku" of the registry is of type number, expected a model of `@ptc/llm`\'s contract or a function of the request',
    ],
    [
      "when it is something else",
      {},
      undefined,
      "invalid_llm",
      "`llm` is of type object, expected a model",
    ],
  ])("or refused %s", (_title, choice, registry, reason, message) => {
    const result = resolveModel(choice as ModelChoice, registry as never);
    expect(result).toMatchObject({
      ok: false,
      fail: { reason, message: expect.stringContaining(message) as unknown },
    });
  });
});

describe("a failed request is sent again", () => {
  const limited = new ModelError({ kind: "rate_limited" });
  const delays = (options: RetryOptions, error = limited): (number | undefined)[] =>
    [1, 2, 3, 4].map((attempt) => retryDelay(retryPolicy(options), error, attempt, () => 0));

  test("after waits that grow as the policy says, within its bounds", () => {
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

  test("as late as the provider asks, but not for ever", () => {
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

  test("only where its kind says that it may succeed, or the policy does", () => {
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
  ])("%j is refused at once", (options, message) => {
    expect(() => retryPolicy(options)).toThrow(message);
  });
});
