// `runAll`: missions that run together with limited concurrency.
import { describe, expect, test, vi } from "vitest";
import type { ModelFunction } from "@ptc/llm";
import {
  defineAgent,
  run,
  runAll,
  successfulStep,
  type MissionStep,
  type RunAllOptions,
} from "../src/index.ts";
import { settled } from "./missions.ts";

const doubler = defineAgent({ prompt: "Twice {{n}}?", signature: "(n :int) -> {twice :int}" });
const double = (): string => "(return {:twice (* 2 data/n)})";
const numbers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ agent: doubler, context: { n } }));
const reasons = (steps: readonly MissionStep[]): readonly string[] =>
  steps.map((step) => (step.ok ? "ok" : step.fail.reason));
const messageOf = (step: MissionStep | undefined): string =>
  step === undefined || step.ok ? "" : step.fail.message;
const untyped = runAll as unknown as (...given: readonly unknown[]) => Promise<MissionStep[]>;

/** A model whose requests wait until the test releases them. Counts how many were open at once. */
function gate() {
  const waiting: (() => void)[] = [];
  let most = 0;
  const llm: ModelFunction = async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      most = Math.max(most, waiting.length);
    });
    return double();
  };
  const next = async (): Promise<void> => {
    await settled();
    waiting.shift()?.();
    await settled();
  };
  return { llm, next, waiting, most: () => most };
}

describe("the steps of runAll", () => {
  test("steps keep the order of the runs, whichever ends first", async () => {
    const { llm, next, waiting } = gate();
    const all = runAll(numbers(3), { llm });
    await settled();
    expect(waiting).toHaveLength(3);
    waiting.reverse();
    for (let index = 0; index < 3; index++) await next();
    expect((await all).map((step) => step.ok && step.return.twice)).toEqual([0, 2, 4]);
  });

  test("returns no steps for no runs", async () => {
    expect(await runAll([], { llm: double })).toEqual([]);
    expect(await runAll(new Set<{ agent: typeof doubler; context: { n: number } }>())).toEqual([]);
  });

  test("runs may continue from steps, and failures pass through", async () => {
    const first = await runAll(numbers(2), { llm: double });
    const agent = defineAgent({ prompt: "p", signature: "(twice :int) -> :int" });
    const failing = await run("p", { llm: () => "(fail :no)" });
    const steps = await untyped(
      [...first, failing, successfulStep(7)].map((context) => ({ agent, context })),
      { llm: () => "(return (+ 1 data/twice))" },
    );
    expect(reasons(steps)).toEqual(["ok", "ok", "chained_failure", "ok"]);
    expect(steps.map((step) => step.ok && step.return)).toEqual([1, 3, false, 8]);
  });
});

describe("the concurrency of runAll", () => {
  test.each([
    ["4 by default", undefined, 4],
    ["as given", 2, 2],
    ["at most the number of runs", 100, 9],
  ])("concurrency is %s", async (_, concurrency, limit) => {
    const { llm, next, waiting, most } = gate();
    const all = runAll(numbers(9), { llm, ...(concurrency === undefined ? {} : { concurrency }) });
    await settled();
    expect(waiting).toHaveLength(limit);
    for (let index = 0; index < 9; index++) await next();
    expect(reasons(await all)).toEqual(Array.from({ length: 9 }, () => "ok"));
    expect(most()).toBe(limit);
  });

  test("takes runs from a generator when others end, and none after an abort", async () => {
    let taken = 0;
    const closed = vi.fn();
    const endless = function* () {
      try {
        for (;;) yield { agent: doubler, context: { n: taken++ } };
      } finally {
        closed();
      }
    };
    const { llm, next, waiting } = gate();
    const stop = new AbortController();
    const all = runAll(endless(), { llm, concurrency: 3, signal: stop.signal });
    await settled();
    expect(taken).toBe(3);
    await next();
    await next();
    expect(taken).toBe(5);
    expect(waiting).toHaveLength(3);
    stop.abort();
    expect(reasons(await all)).toEqual(["ok", "ok", "cancelled", "cancelled", "cancelled"]);
    expect(taken).toBe(5);
    expect(closed).toHaveBeenCalledOnce();
  });
});

describe("random numbers of runAll", () => {
  const seeded = (): (() => number) => {
    let state = 1;
    return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  };
  const idsOf = async (options: RunAllOptions): Promise<readonly string[]> =>
    (await runAll(numbers(6), { llm: double, ...options })).map(({ traceId }) => traceId);

  test("depend on the seed and the position of the run, whatever runs beside it", async () => {
    const ids = await idsOf({ random: seeded() });
    expect(new Set(ids).size).toBe(6);
    expect(await idsOf({ random: seeded(), concurrency: 1 })).toEqual(ids);
    expect(await idsOf({})).not.toEqual(ids);
  });

  test("come from the run if it has its own", async () => {
    const [step] = await runAll([{ agent: doubler, context: { n: 1 }, random: seeded() }], {
      llm: double,
    });
    const alone = await run(doubler, { llm: double, context: { n: 1 }, random: seeded() });
    expect(step.traceId).toBe(alone.traceId);
  });
});

describe("a limit for all runs", () => {
  const oneAtATime = { concurrency: 1 } as const;
  const counting = (): ModelFunction => () =>
    Promise.resolve({ text: double(), usage: { inputTokens: 6_000, outputTokens: 4_000 } });

  test.each<[string, RunAllOptions, string]>([
    ["requests", { maxModelCalls: 2 }, "2 requests for all runs together is used up"],
    ["tokens", { maxTokens: 20_000 }, "20000 tokens for all runs together would be exceeded"],
    [
      "money",
      { maxCost: 2, price: () => 1 },
      "2 units of cost for all runs together would be exceeded",
    ],
  ])("limits the %s of all runs together", async (_, bound, message) => {
    const llm = vi.fn(counting());
    const steps = await runAll(numbers(4), { llm, ...oneAtATime, ...bound });
    expect(reasons(steps)).toEqual(["ok", "ok", "budget_exceeded", "budget_exceeded"]);
    expect(messageOf(steps[2])).toContain(message);
    expect(llm).toHaveBeenCalledTimes(2);
  });

  test("concurrent runs don't exceed the limit", async () => {
    const llm = vi.fn(counting());
    const steps = await runAll(numbers(20), { llm, concurrency: 20, maxModelCalls: 5 });
    expect(llm).toHaveBeenCalledTimes(5);
    expect(reasons(steps).filter((reason) => reason === "ok")).toHaveLength(5);
  });

  test("limits the turns of all runs together", async () => {
    const steps = await runAll(numbers(3), { llm: double, ...oneAtATime, turnBudget: 2 });
    expect(reasons(steps)).toEqual(["ok", "ok", "turn_budget_exhausted"]);
  });

  test("limits the tool calls of all runs together", async () => {
    const look = vi.fn(() => 1);
    const agent = defineAgent({ prompt: "p", tools: { look }, maxTurns: 1, retryTurns: 0 });
    const steps = await runAll(
      Array.from({ length: 4 }, () => ({ agent })),
      { llm: () => "(return (+ (tool/look) (tool/look)))", ...oneAtATime, maxToolCalls: 5 },
    );
    expect(reasons(steps)).toEqual(["ok", "ok", "tool_calls_exceeded", "tool_calls_exceeded"]);
    expect(messageOf(steps[2])).toContain("5 tool calls for all runs together is used up");
    expect(look).toHaveBeenCalledTimes(5);
  });

  test("the limit for all runs applies beside those of each run", async () => {
    const [first, second] = await runAll(
      [
        { agent: doubler, context: { n: 1 }, maxModelCalls: 1 },
        { agent: doubler, context: { n: 2 } },
      ],
      { llm: () => "(+ 1 1)", maxModelCalls: 3, concurrency: 1 },
    );
    expect(messageOf(first)).toContain("1 requests for the mission and those below it is used up");
    expect(messageOf(second)).toContain("3 requests for all runs together is used up");
  });
});

describe("an abort of runAll", () => {
  test("ends active runs and refuses the others", async () => {
    const { llm, next, waiting } = gate();
    const stop = new AbortController();
    const all = runAll(numbers(5), { llm, concurrency: 2, signal: stop.signal });
    await next();
    stop.abort();
    const steps = await all;
    expect(reasons(steps)).toEqual(["ok", ...Array.from({ length: 4 }, () => "cancelled")]);
    expect(messageOf(steps[4])).toBe("the mission was cancelled before it started");
    expect(steps[4]?.turns).toEqual([]);
    expect(waiting.length).toBeLessThanOrEqual(2);
  });

  test("starts no run if it is already aborted", async () => {
    const llm = vi.fn(double);
    const steps = await runAll(numbers(300), { llm, signal: AbortSignal.abort() });
    expect(new Set(reasons(steps))).toEqual(new Set(["cancelled"]));
    expect(steps).toHaveLength(300);
    expect(llm).not.toHaveBeenCalled();
  });

  test("an abort of one run doesn't affect the others", async () => {
    const [first, second] = await runAll(
      [
        { agent: doubler, context: { n: 1 }, signal: AbortSignal.abort() },
        { agent: doubler, context: { n: 2 } },
      ],
      { llm: double, signal: new AbortController().signal },
    );
    expect(reasons([first, second])).toEqual(["cancelled", "ok"]);
  });
});

describe("a failed run in runAll", () => {
  const oneFails = [
    { agent: doubler, context: { n: 0 } },
    { agent: doubler, context: { n: 1 }, llm: () => "(fail :no)" },
    { agent: doubler, context: { n: 2 } },
    { agent: doubler, context: { n: 3 } },
  ] as const;

  test("a failed run doesn't stop the others", async () => {
    const steps = await runAll(oneFails, { llm: double, concurrency: 1 });
    expect(reasons(steps)).toEqual(["ok", "failed", "ok", "ok"]);
  });

  test("a failed run stops active and later runs with `stopOnFailure`", async () => {
    const llm = vi.fn(double);
    const options = { llm, concurrency: 1, stopOnFailure: true };
    const steps = await runAll(oneFails, options);
    expect(reasons(steps)).toEqual(["ok", "failed", "cancelled", "cancelled"]);
    expect(messageOf(steps[3])).toBe(
      "the mission was not started, because another one failed (option stopOnFailure)",
    );
    expect(llm).toHaveBeenCalledOnce();

    const { llm: waits } = gate();
    const together = await runAll(oneFails, { llm: waits, stopOnFailure: true });
    expect(reasons(together)).toEqual(["cancelled", "failed", "cancelled", "cancelled"]);
  });
});

describe("the options of runAll", () => {
  test("options of a run override the shared ones", async () => {
    const shared = vi.fn(double);
    const heard = vi.fn();
    const steps = await runAll(
      [
        { agent: doubler, context: { n: 1 }, llm: () => "(return {:twice 0})" },
        { agent: doubler, context: { n: 2 }, llm: undefined as never, collectMessages: false },
      ],
      { llm: shared, collectMessages: true, onEvent: heard },
    );
    expect(steps.map((step) => step.ok && step.return.twice)).toEqual([0, 4]);
    expect(shared).toHaveBeenCalledOnce();
    expect(steps.map(({ messages }) => messages !== undefined)).toEqual([true, false]);
    expect(heard).toHaveBeenCalled();
  });

  test.each<[string, unknown, string]>([
    ["an unknown option", { agent: doubler, contxt: {} }, "option `runs[1].contxt`"],
    [
      "a wrong value",
      { agent: doubler, context: { n: 1 }, maxTurns: 0 },
      "option `runs[1].maxTurns`",
    ],
    ["a context that is a text", { agent: doubler, context: "n" }, "option `runs[1].context`"],
    ["no agent", { context: { n: 1 } }, "option `runs[1]`: expected an object with an `agent`"],
    ["a prompt", { agent: "Do it." }, "option `runs[1].agent`"],
    ["nil", null, "option `runs[1]`"],
  ])("names a wrong option of a run with its position: %s", async (_, mistake, message) => {
    const llm = vi.fn(double);
    const runs = [{ agent: doubler, context: { n: 1 } }, mistake];
    await expect(untyped(runs, { llm })).rejects.toThrow(message);
    expect(llm).not.toHaveBeenCalled();
    await expect(untyped(new Set(runs), { llm })).rejects.toThrow(message);
  });

  test.each<[string, object, string]>([
    ["a context", { context: {} }, "pass it there, runAll([{ agent, context }, …])"],
    ["a journal", { journal: {} }, "option `journal`: belongs to one run"],
    ["a memory", { memory: {} }, "option `memory`: belongs to one run"],
    ["deps", { deps: 1 }, "option `deps`: belongs to one run"],
    ["an unknown option", { maxTurns: 3 }, "maxTurns"],
    ["an invalid concurrency", { concurrency: 0 }, "option `concurrency`"],
    ["a number for a switch", { stopOnFailure: 1 }, "option `stopOnFailure`"],
    ["a limit below one", { maxModelCalls: -1 }, "option `maxModelCalls`"],
    ["an invalid clock", { clock: 5 }, "option `clock`"],
  ])("refuses shared options that cannot be shared: %s", async (_, options, message) => {
    await expect(untyped(numbers(1), { llm: double, ...options })).rejects.toThrow(message);
  });

  test.each([
    ["a text", "runs"],
    ["an object", {}],
    ["nothing", undefined],
  ])("refuses %s as the list of runs", async (_, runs) => {
    await expect(untyped(runs, { llm: double })).rejects.toThrow("option `runs`");
  });
});
