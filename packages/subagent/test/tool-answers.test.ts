// The results that a tool may return, and how they are stored.
import { describe, expect, test } from "vitest";
import type { Tools, TraceEvent } from "@ptc/core/contracts";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, failedStep, run, successfulStep, type MissionOptions } from "../src/index.ts";

async function mission(program: string, tools: Tools, options: Partial<MissionOptions> = {}) {
  const agent = defineAgent({ prompt: "Find it.", tools, maxTurns: 1 });
  return await run(agent, { llm: createScriptedModel([program]), ...options });
}

/** Returns what a program sees of a result: the value, or the message of the failure. */
async function seen(answer: () => unknown, signature?: string): Promise<unknown> {
  const find = signature === undefined ? answer : { signature, execute: answer };
  const step = await mission(
    "(return (try {:value (tool/find {})} (catch Exception e {:failed (ex-message e)})))",
    { find },
  );
  return step.ok ? step.return : step.fail;
}

describe("the result of a tool", () => {
  test.each<readonly [string, () => unknown, unknown]>([
    ["a value", () => [1, 2], { value: [1, 2] }],
    ["a promise", () => Promise.resolve([1, 2]), { value: [1, 2] }],
    ["nothing", () => undefined, { value: null }],
    ["a successful outcome", () => ({ ok: true, value: [1] }), { value: [1] }],
    [
      "an outcome without a prototype",
      () => Object.assign(Object.create(null) as object, { ok: true, value: 1 }),
      { value: 1 },
    ],
    ["an outcome in a promise", () => Promise.resolve({ ok: true, value: 5 }), { value: 5 }],
    [
      "a failed outcome",
      () => ({ ok: false, error: "no connection" }),
      { failed: "no connection" },
    ],
    [
      "a failed outcome with an Error",
      () => ({ ok: false, error: new Error("closed") }),
      { failed: "closed" },
    ],
    [
      "a failed outcome with data",
      () => ({ ok: false, error: { code: 7 } }),
      { failed: '{"code": 7}' },
    ],
    [
      "a failed outcome with firewalled data",
      () => ({ ok: false, error: { _token: "tk-4711-secret", code: 7 } }),
      { failed: '{"_token": "<Firewalled>", "code": 7}' },
    ],
    ["a returned Error", () => new RangeError("too many"), { failed: "too many" }],
    [
      "a thrown Error",
      () => {
        throw new Error("thrown");
      },
      { failed: "thrown" },
    ],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools do this
    ["a rejected text", () => Promise.reject("down"), { failed: "down" }],
    ["a successful step", () => successfulStep({ n: 1 }), { value: { n: 1 } }],
    [
      "a failed step",
      () => failedStep("max_turns_exceeded", "no answer in 3 turns"),
      { failed: "the mission failed: max_turns_exceeded: no answer in 3 turns" },
    ],
  ])("a result may be %s", async (_, answer, expected) => {
    const shown = await seen(answer);
    expect(shown).toEqual(
      typeof expected === "object" && expected !== null && "failed" in expected
        ? { failed: expect.stringContaining(String(expected.failed)) as unknown }
        : expected,
    );
  });

  test.each<readonly [string, object]>([
    ["an `ok` beside other fields", { ok: true, items: [1] }],
    ["an outcome with an additional field", { ok: true, value: 1, page: 2 }],
    ["an `ok` that isn't a boolean", { ok: 1, value: 1 }],
    ["an `error` that is data", { ok: true, error: "none" }],
    ["a false `ok` without an error", { ok: false, value: 1 }],
    ["an outcome in an outcome", { data: { ok: true, value: 1 } }],
  ])("a result with %s is data", async (_, answer) => {
    expect(await seen(() => answer)).toEqual({ value: answer });
  });

  test("unwraps an outcome before the contract is checked", async () => {
    const signature = "() -> {id :int}";
    expect(await seen(() => ({ ok: true, value: { id: 1 } }), signature)).toEqual({
      value: { id: 1 },
    });
    expect(await seen(() => ({ ok: true, value: { id: "x" } }), signature)).toEqual({
      failed: expect.stringContaining("its result does not match its contract") as unknown,
    });
  });

  test("runs no accessor of an object that only looks like an outcome", async () => {
    let read = 0;
    const answer = Object.defineProperty({ ok: true }, "value", {
      enumerable: true,
      get: () => ++read,
    });
    expect(await seen(() => answer)).toEqual({ value: { ok: true, value: 1 } });
    expect(read).toBe(1);
  });
});

describe("a cached result", () => {
  const signature = "(n :int, at :datetime?) -> {n :int}";
  const counting = (): { readonly tools: Tools; readonly calls: unknown[] } => {
    const calls: unknown[] = [];
    const execute = (args: { readonly n?: unknown }): unknown => {
      calls.push(args);
      return { n: args.n };
    };
    return { calls, tools: { look: { signature, cache: true, execute } } };
  };

  test("looks up cached results by the arguments after coercion to the signature", async () => {
    const { tools, calls } = counting();
    const step = await mission(
      `(tool/look {:n 5 :at "2026-01-01T01:00:00+01:00"})
       (tool/look {:at (Instant/parse "2026-01-01T00:00:00Z") :n "5"})
       (return (tool/look {:n "5" :at "2026-01-01T00:00:00Z"}))`,
      tools,
    );
    expect(step).toMatchObject({ ok: true, return: { n: 5 } });
    expect(calls).toEqual([{ n: 5, at: new Date("2026-01-01T00:00:00Z") }]);
  });

  test("marks a cached result in the records and in the trace", async () => {
    const { tools } = counting();
    const events: TraceEvent[] = [];
    const step = await mission("(tool/look {:n 1}) (return (tool/look {:n 1}))", tools, {
      trace: { emit: (event) => void events.push(event) },
    });
    expect(step.toolCalls.map(({ cached }) => cached)).toEqual([undefined, true]);
    expect(
      events.flatMap((event) => (event.type === "tool-call-end" ? [event.data.cached] : [])),
    ).toEqual([undefined, true]);
  });

  test("shares a cached result with calls in progress and with later missions", async () => {
    const { tools, calls } = counting();
    const look = tools["look"] as { execute: (args: object) => unknown };
    const later: Tools = {
      look: {
        signature,
        cache: true,
        execute: async (args) => Promise.resolve(look.execute(args)),
      },
    };
    const program = "(return (count (pmap (fn [n] (tool/look {:n n})) [1 1 2 1])))";
    const first = await mission(program, later);
    expect(calls).toHaveLength(2);
    expect(first.toolCalls.map(({ cached }) => cached)).toEqual([undefined, true, undefined, true]);
    await mission(program, later, { toolCache: first.toolCache });
    expect(calls).toHaveLength(2);
  });

  test("checks a given cached result against the contract, and calls the tool if it doesn't match", async () => {
    const { tools, calls } = counting();
    const step = await mission("(return [(tool/look {:n 1}) (tool/look {:n 2})])", tools, {
      toolCache: { 'look {"n":1}': { n: "one" }, 'look {"n":2}': { n: 22 }, 'look {"n":3}': 3 },
    });
    expect(step).toMatchObject({ ok: true, return: [{ n: 1 }, { n: 22 }] });
    expect(calls).toEqual([{ n: 1 }]);
    expect(step.toolCalls.map(({ cached }) => cached)).toEqual([undefined, true]);
    expect(step.warnings).toEqual([
      'tool/look: the cached result can\'t be used, so the tool is called again: its result does not match its contract: n: expected int, got string "one"',
    ]);
    expect(step.toolCache).toEqual({
      'look {"n":1}': { n: 1 },
      'look {"n":2}': { n: 22 },
      'look {"n":3}': 3,
    });
  });

  test("doesn't cache failed calls", async () => {
    let calls = 0;
    const step = await mission(
      "(defn ask [] (try (tool/look {:n 1}) (catch Exception e nil))) (ask) (return (ask))",
      {
        look: {
          signature,
          cache: true,
          execute: () => (++calls === 1 ? { ok: false, error: "busy" } : { n: calls }),
        },
      },
    );
    expect(step).toMatchObject({ ok: true, return: { n: 2 } });
  });
});
