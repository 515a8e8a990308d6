import { describe, expect, test } from "vitest";
import { createMemoryStore } from "@ptc/core/store";
import { ModelError, toLanguageModel, type ModelRequest } from "@ptc/llm";
import { defineSuite, directVariant, runEval, type EvalCase } from "../index.ts";
import { Random } from "../statistics/random.ts";
import { virtualClock } from "../../test/virtual-clock.ts";

/** Cases whose question names the answer, so that a scripted model can be right or wrong. */
const sums = (count: number): readonly EvalCase[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `sum ${String(index)}`,
    prompt: `Return ${String(index)}.`,
    signature: "() -> :int",
    expected: index,
    tags: [index % 2 === 0 ? "even" : "odd"],
    options: { maxTurns: 2 },
  }));

const wanted = ({ messages }: ModelRequest): number => {
  const user = messages.find(({ role }) => role === "user");
  return Number(/Return (\d+)\./.exec(JSON.stringify(user?.content))?.[1]);
};
const usage = { inputTokens: 900, outputTokens: 100, cachedInputTokens: 300 };
const returning = (value: number) => ({ text: `(return ${String(value)})`, usage });

/** A model that is right, except with the given probability. */
function erring(name: string, probability: number, seed = 1) {
  const random = new Random(seed);
  return toLanguageModel(
    (request) => returning(wanted(request) + (random.chance(probability) ? 1 : 0)),
    { provider: "openai", modelId: name },
  );
}

const perfect = erring("gpt-5", 0);
const suite = defineSuite({ name: "sums", cases: sums(20) });

describe("an eval", () => {
  test("reports rates, tokens with the cached part, costs, and failures with their traces", async () => {
    const wrong = toLanguageModel((request) => returning(wanted(request) % 4), {
      provider: "openai",
      modelId: "gpt-5-mini",
    });
    const { report, missing } = await runEval({
      suite,
      variants: [
        { name: "perfect", llm: perfect },
        { name: "wrong", llm: wrong },
      ],
      repeats: 2,
    });
    expect([missing, report.runs]).toEqual([0, 80]);
    const [first, second] = report.variants;
    expect(first).toMatchObject({
      ...{ passed: 40, failed: 0, errored: 0, passRate: 1, failures: [] },
      tokens: { input: { total: 36_000 }, output: { total: 4_000 }, cached: 12_000 },
      interval: { high: 1 },
      tags: [
        { tag: "even", runs: 20, passed: 20 },
        { tag: "odd", runs: 20, passed: 20 },
      ],
    });
    // 600 plain and 300 cached input tokens, 100 of output.
    expect(first?.cost?.mean).toBeCloseTo((600 * 1.25 + 300 * 0.125 + 100 * 10) / 1e6, 10);
    expect(second).toMatchObject({ passed: 8, failed: 32, passRate: 0.2 });
    expect(second?.failures).toMatchObject([
      {
        reason: "wrong_answer",
        count: 32,
        examples: [{ case: "sum 4", repeat: 1 }, {}, {}, {}, {}],
      },
    ]);
    expect(second?.failures[0]?.examples[0]).toMatchObject({
      problem: "answer: is 0 instead of 4",
      traceId: expect.stringMatching(/^[\da-f]{32}$/) as string,
    });
    expect(report.comparisons).toMatchObject([
      {
        baseline: "perfect",
        variant: "wrong",
        cases: 20,
        both: 4,
        onlyBaseline: 16,
        onlyVariant: 0,
      },
    ]);
    expect(report.comparisons[0]?.probability).toBeCloseTo(2 / 2 ** 16, 8);
    expect(report.comparisons[0]?.tokens).toMatchObject({ mean: 0, low: 0, high: 0 });
  });

  test.each([0.05, 0.3, 0.6])(
    "finds the true rate of a model that errs with probability %f within its interval",
    async (probability) => {
      const { report } = await runEval({
        suite: defineSuite({ name: "many", cases: sums(150) }),
        variants: [{ name: "erring", llm: erring("gpt-5", probability, 5) }],
      });
      const { low, high } = report.variants[0]?.interval ?? { low: 1, high: 0 };
      expect(low).toBeLessThan(1 - probability);
      expect(high).toBeGreaterThan(1 - probability);
      expect(high - low).toBeLessThan(0.2);
    },
  );

  test("counts a refusal as a failure with its reason, and a failed service as an error", async () => {
    const refusing = toLanguageModel((request) => {
      const number = wanted(request);
      if (number === 3) throw new ModelError({ kind: "content_filtered" });
      if (number === 5) throw new ModelError({ kind: "auth" });
      return returning(number);
    });
    const { report } = await runEval({ suite, variants: [{ name: "refusing", llm: refusing }] });
    expect(report.variants[0]).toMatchObject({ passed: 18, failed: 1, errored: 1, passRate: 0.9 });
    expect(report.variants[0]?.failures.map(({ reason }) => reason).sort()).toEqual([
      ...["llm_error", "response_withheld"],
    ]);
    // The price of a function is unknown, so the cost is absent.
    expect(report.variants[0]).not.toHaveProperty("cost");
  });

  test("waits for rate limits without counting the wait as latency", async () => {
    const clock = virtualClock();
    let refusals = 0;
    const limited = toLanguageModel((request) => {
      if (wanted(request) % 5 === 0 && refusals++ < 6)
        throw new ModelError({ kind: "rate_limited", retryAfterMs: 20_000 });
      return returning(wanted(request));
    });
    const { report } = await runEval({
      ...{ suite, clock, concurrency: 3 },
      variants: [{ name: "limited", llm: limited }],
    });
    expect(report.variants[0]).toMatchObject({ passed: 20, errored: 0 });
    expect(report.variants[0]?.waitedMs).toBeGreaterThan(20_000);
    expect(report.variants[0]?.latency.p95).toBeLessThan(1_000);
    expect(refusals).toBeGreaterThan(5);
  });

  test("measures the latency of a slow model", async () => {
    const clock = virtualClock();
    const slow = toLanguageModel(async (request) => {
      await clock.sleep?.(wanted(request) === 19 ? 30_000 : 2_000, new AbortController().signal);
      return returning(wanted(request));
    });
    const { report } = await runEval({
      ...{ suite, clock, concurrency: 1 },
      variants: [{ name: "slow", llm: slow }],
    });
    expect(report.variants[0]?.latency.p50).toBe(2_000);
    expect(report.variants[0]?.latency.p95).toBeCloseTo(3_400, 0);
  });

  test("sends at most the given number of requests in a minute", async () => {
    const clock = virtualClock();
    const times: number[] = [];
    const llm = toLanguageModel((request) => {
      times.push(clock.monotonic());
      return returning(wanted(request));
    });
    await runEval({ suite, clock, requestsPerMinute: 60, variants: [{ name: "one", llm }] });
    expect(times).toHaveLength(20);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeCloseTo(19_000, 0);
  });
});

describe("an eval that ends early", () => {
  test("repeats no finished case after a crash in the middle", async () => {
    const store = createMemoryStore();
    const asked = new Map<number, number>();
    let crashes = true;
    const llm = toLanguageModel((request) => {
      const number = wanted(request);
      asked.set(number, (asked.get(number) ?? 0) + 1);
      return returning(number);
    });
    const options = { suite, store, variants: [{ name: "one", llm }], concurrency: 2 };
    const crashing = runEval({
      ...options,
      // A process that dies after this result: nothing later of the call is seen.
      onProgress: ({ done }) => {
        if (crashes && done === 7) throw new Error("crash");
      },
    });
    await expect(crashing).rejects.toThrow("crash");
    crashes = false;
    const before = new Map(asked);
    const { report, missing } = await runEval(options);
    expect([missing, report.variants[0]?.passed]).toEqual([0, 20]);
    const finished = [...before.keys()].filter((number) => asked.get(number) === 1);
    expect(finished.length).toBeGreaterThanOrEqual(7);
    // Only the runs that were under way are repeated.
    expect([...asked.values()].filter((times) => times > 1).length).toBeLessThanOrEqual(2);
  });

  test("runs changed cases, failed services, new variants and new repeats again, and nothing else", async () => {
    const store = createMemoryStore();
    let isDown = true;
    let requests = 0;
    const llm = toLanguageModel((request) => {
      requests += 1;
      if (isDown && wanted(request) === 2) throw new ModelError({ kind: "auth" });
      return returning(wanted(request));
    });
    const variants = [{ name: "one", llm }];
    const first = await runEval({ suite, store, variants });
    expect(first.report.variants[0]).toMatchObject({ passed: 19, errored: 1 });
    isDown = false;
    requests = 0;
    await runEval({ suite, store, variants });
    expect(requests).toBe(1);
    requests = 0;
    const cases = sums(20).map((one) =>
      one.name === "sum 4" ? { ...one, prompt: "Please. Return 4." } : one,
    ) as readonly EvalCase[];
    const changed = defineSuite({ name: "sums", cases });
    await runEval({ suite: changed, store, variants });
    expect(requests).toBe(1);
    requests = 0;
    const again = await runEval({
      ...{ suite: changed, store, repeats: 2 },
      variants: [...variants, { name: "two", llm }],
    });
    expect([requests, again.report.runs]).toEqual([60, 80]);
    const { report } = await runEval({ suite: changed, store, variants });
    expect(report).toMatchObject({ runs: 20, variants: [{ name: "one", passed: 20 }] });
  });

  test("stops before the ceiling of its cost is exceeded, and continues with a higher one", async () => {
    const store = createMemoryStore();
    // Each run costs one unit.
    const options = {
      ...{ suite, store, concurrency: 1, price: () => 1 },
      variants: [{ name: "one", llm: perfect }],
    };
    const first = await runEval({ ...options, maxCost: 5 });
    expect([first.stopped, first.missing, first.report.runs]).toEqual(["over-budget", 15, 5]);
    const second = await runEval({ ...options, maxCost: 8 });
    expect([second.stopped, second.report.runs]).toEqual(["over-budget", 8]);
    expect((await runEval({ ...options, maxCost: 100 })).missing).toBe(0);
  });

  test("refuses a ceiling for a model whose price is unknown", async () => {
    const llm = toLanguageModel(() => "1");
    await expect(runEval({ suite, variants: [{ name: "one", llm }], maxCost: 1 })).rejects.toThrow(
      /option `maxCost`: the price of function:.* is unknown/,
    );
  });

  test("drops runs that its signal ends, and keeps the others", async () => {
    const stop = new AbortController();
    const { stopped, missing, report } = await runEval({
      ...{ suite, concurrency: 1, signal: stop.signal },
      variants: [{ name: "one", llm: perfect }],
      onProgress: ({ done }) => {
        if (done === 4) stop.abort();
      },
    });
    expect([stopped, missing, report.runs]).toEqual(["cancelled", 16, 4]);
  });

  test("leaves runs open whose answers are still to be written", async () => {
    const waiting = toLanguageModel((request) => {
      if (wanted(request) > 2) throw new ModelError({ kind: "recording_exhausted" });
      return returning(wanted(request));
    });
    const { stopped, missing, report } = await runEval({
      ...{ suite, concurrency: 20 },
      variants: [{ name: "one", llm: waiting }],
    });
    expect([stopped, missing, report.runs]).toEqual(["unanswered", 17, 3]);
  });

  test("ends with the error of its store", async () => {
    const store = createMemoryStore();
    const broken = {
      ...store,
      append: async (changes: Parameters<typeof store.append>[0]) => {
        if (changes.some(({ entries }) => entries !== undefined)) throw new Error("disk full");
        return await store.append(changes);
      },
    };
    await expect(
      runEval({ suite, store: broken, variants: [{ name: "one", llm: perfect }] }),
    ).rejects.toThrow("disk full");
  });
});

describe("cases", () => {
  test("make their tools anew for each run, and direct calls use the same ones", async () => {
    const counting = defineSuite({
      name: "counting",
      cases: [
        {
          name: "twice",
          prompt: "Count twice.",
          signature: "() -> :int",
          tools: () => {
            let count = 0;
            return { count: () => ++count };
          },
          expected: 2,
        },
      ],
    });
    const programs = toLanguageModel(() => "(do (tool/count) (return (tool/count)))");
    let turn = 0;
    const direct = toLanguageModel(
      () =>
        turn++ % 3 < 2
          ? {
              content: [
                { type: "tool-call", toolCallId: String(turn), toolName: "count", input: {} },
              ],
            }
          : "2",
      { capabilities: { toolCalls: true } },
    );
    const { report } = await runEval({
      ...{ suite: counting, repeats: 2, concurrency: 1 },
      variants: [
        { name: "programs", llm: programs },
        directVariant({ name: "direct", llm: direct }),
      ],
    });
    expect(report.variants).toMatchObject([
      { name: "programs", passed: 2, turns: { mean: 1 }, toolCalls: { mean: 2 } },
      { name: "direct", passed: 2, turns: { mean: 3 }, toolCalls: { mean: 2 } },
    ]);
    expect(report.comparisons[0]?.turns).toMatchObject({ mean: 2 });
  });

  test("that throw are errors of their own, which don't stop the others", async () => {
    const mixed = defineSuite({
      name: "mixed",
      cases: [
        { name: "throws", world: () => Promise.reject(new Error("no data")) },
        ...sums(2),
        { name: "bad check", prompt: "Return 1.", check: () => Promise.reject(new Error("oops")) },
      ],
    });
    const { report } = await runEval({ suite: mixed, variants: [{ name: "one", llm: perfect }] });
    expect(report.variants[0]).toMatchObject({ passed: 2, errored: 2 });
    expect(report.variants[0]?.failures).toMatchObject([
      { reason: "case_error", examples: [{ problem: "no data" }, { problem: "oops" }] },
    ]);
  });

  test.each<[why: string, cases: readonly unknown[], message: RegExp]>([
    ["without a name", [{ prompt: "a", expected: 1 }], /each case needs a name/],
    ["with a name twice", [sums(1)[0], sums(1)[0]], /"sum 0" occurs twice/],
    [
      "with two kinds",
      [{ ...sums(1)[0], world: () => ({}) }],
      /needs one of prompt, agent and world/,
    ],
    ["without a judge", [{ name: "a", prompt: "a" }], /nothing to judge by: add expected/],
    ["with an unknown field", [{ ...sums(1)[0], expect: 1 }], /the unknown field "expect"/],
  ])("%s are refused", (_why, cases, message) => {
    expect(() => defineSuite({ name: "bad", cases: cases as readonly EvalCase[] })).toThrow(
      message,
    );
  });
});

test("names the texts that cost most turns, with their evidence", async () => {
  const lost = defineSuite({
    name: "lost",
    cases: Array.from({ length: 6 }, (_, index) => ({
      name: `case ${String(index)}`,
      prompt: `Return ${String(index)}.`,
      signature: "() -> :int",
      tools: () => ({
        price: {
          description: "The price.",
          signature: "(sku :string) -> :int",
          execute: () => index,
        },
      }),
      expected: index,
      options: { maxTurns: 5 },
    })),
  });
  const turns = new Map<number, number>();
  const llm = toLanguageModel((request) => {
    const number = wanted(request);
    const turn = (turns.get(number) ?? 0) + 1;
    turns.set(number, turn);
    if (turn === 1) return "(return (tool/price {:sku 7}))".replace("7", String(number));
    if (turn === 2 && number < 2) return `(return (frobnicate ${String(number)}))`;
    return `(return ${String(number)})`;
  });
  const { report } = await runEval({ suite: lost, variants: [{ name: "one", llm }] });
  expect(report.variants[0]).toMatchObject({ passed: 6 });
  const [prompt, error, tool] = report.hints;
  expect([prompt?.kind, error?.kind, tool?.kind]).toEqual(["prompt", "error", "tool"]);
  expect(error).toMatchObject({ turns: 6, runs: 6, example: { variant: "one" } });
  expect(error?.share).toBeCloseTo(6 / 8, 5);
  expect(error?.text).toMatch(/^tool_error: tool\/price failed: wrong/);
  expect(tool).toMatchObject({ text: "price", turns: 6 });
  expect(prompt).toMatchObject({ turns: 6 });
});
