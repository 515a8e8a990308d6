// The pool itself: order of runs, closing, shared contexts, options, traces.

import { firewallByName } from "@ptc/core/internal/values";
import { TraceScope, systemClock, type TraceEvent } from "@ptc/core/contracts";
import { describe, expect, test } from "vitest";
import { run } from "../../src/index.ts";
import { createPool, type Pool, type PoolOptions } from "../../src/node/index.ts";
import { children, gate, hasProc, pause, testPools } from "./pools.ts";
import { comparable } from "./same-step.ts";

const { poolOf } = testPools();

describe("the pool", () => {
  test("a pool gives processes to runs in order, and doesn't charge for waiting", async () => {
    const pool = poolOf();
    const order: number[] = [];
    const tools = {
      note: async ({ n }: Readonly<Record<string, unknown>>) => {
        order.push(n as number);
        await pause(200);
      },
    };
    const steps = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        pool.run("(do (tool/note {:n data/n}) data/n)", {
          context: { n },
          tools,
          limits: { timeoutMs: 1000 },
        }),
      ),
    );
    expect(steps.map((step) => step.ok && step.return)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test("a program that is not a string is rejected by name, and no process is lost", async () => {
    const pool = poolOf({ size: 1 });
    const processOf = async () => (await pool.run("(do (def a 1) a)"), children());
    const before = await processOf();
    for (const given of [undefined, null, 42, {}, ["1"], Buffer.from("1"), () => "1"]) {
      const asked = pool.run(given as never);
      await expect(asked).rejects.toThrow("option `source`: expected a string");
    }
    expect(await processOf()).toEqual(before);
    expect(before).toHaveLength(hasProc ? 1 : 0);
  });

  test("refuses a source of 60 MB by its length, as `run` does", { tags: "full" }, async () => {
    const pool = poolOf({ size: 1, memoryMb: 64 });
    const source = "x".repeat(60_000_000);
    const step = await pool.run(source);
    expect(step).toMatchObject({
      ok: false,
      fail: { details: { limit: { option: "limits.sourceLength", value: 1_000_000 } } },
    });
    expect(comparable(step)).toEqual(comparable(await run(source)));
  });

  test("a run that waits for a process can be cancelled before or while it waits", async () => {
    const pool = poolOf();
    const { tool, entered, open } = gate();
    const first = pool.run("(tool/wait {})", { tools: { wait: tool } });
    await entered;
    const controller = new AbortController();
    const waiting = pool.run("1", { signal: controller.signal });
    const last = pool.run("2");
    controller.abort();
    expect(await waiting).toMatchObject({
      ok: false,
      fail: { reason: "cancelled", message: "the run was cancelled" },
    });
    expect(await pool.run("1", { signal: controller.signal })).toMatchObject({
      ok: false,
      fail: { reason: "cancelled" },
    });
    open();
    expect([await first, await last].map((step) => step.ok && step.return)).toEqual(["through", 2]);
  });

  test("closing a pool cancels running, waiting and new runs, and leaves no process", async () => {
    const pool = poolOf();
    const { tool, entered } = gate();
    const runs = [pool.run("(tool/wait {})", { tools: { wait: tool } }), pool.run("1")];
    const signal = await entered;
    await pool.close();
    expect(children()).toEqual([]);
    for (const step of [...(await Promise.all(runs)), await pool.run("1")])
      expect(step).toMatchObject({
        ok: false,
        fail: { reason: "cancelled", message: "the run was cancelled: its pool was closed" },
      });
    expect(signal.aborted).toBe(true);
    await pool.close();
  });

  test("shares a context with many runs, which cannot modify it", async () => {
    const pool = poolOf({ size: 2 });
    const rows = Array.from({ length: 1000 }, (_, id) => ({ id }));
    const data = pool.share({ rows });
    rows.length = 0;
    const steps = await Promise.all(
      Array.from({ length: 6 }, () =>
        pool.run(
          "(do (def own (assoc (first data/rows) :id -1)) [(count data/rows) (:id (first data/rows))])",
          { context: data },
        ),
      ),
    );
    expect(steps.map((step) => step.ok && step.return)).toEqual(
      Array.from({ length: 6 }, () => [1000, 0]),
    );
    const { tool, entered, open } = gate();
    const reading = pool.run("(do (tool/wait {}) (count data/rows))", {
      context: data,
      tools: { wait: tool },
    });
    await entered;
    data.release();
    data.release();
    open();
    expect(await reading).toMatchObject({ ok: true, return: 1000 });
    await expect(pool.run("1", { context: data })).rejects.toThrow(
      "option `context`: was released",
    );
    await expect(poolOf().run("1", { context: pool.share({}) })).rejects.toThrow(
      "option `context`: was shared with another pool",
    );
  });

  test("refuses values that cannot cross to a process, by name", async () => {
    const pool = poolOf();
    const options: readonly (readonly [object, string])[] = [
      [
        { clock: systemClock },
        "option `clock`: cannot be used in another process: leave it out, or evaluate with `run`",
      ],
      [{ firewall: firewallByName }, "option `firewall`: cannot be used in another process"],
      [
        { context: { a: [new Proxy({}, {})] } },
        "option `context`: a Proxy cannot be sent to another process",
      ],
      [{ context: [] }, "option `context`: expected an object whose fields become data/…"],
      [
        { memory: { f: new Proxy([], {}) } },
        "option `memory.f`: a Proxy cannot be sent to another process",
      ],
      [{ limits: { step: 1 } }, "option `limits.step`: unknown option"],
      [
        { tools: { a: 1 } },
        "option `tools.a`: expected a function, or an object with an `execute` function",
      ],
      [{ contxt: {} }, "option `contxt`: unknown option"],
    ];
    for (const [given, message] of options)
      await expect(pool.run("1", given)).rejects.toThrow(message);
    const { memory } = await run("(def f (let [a (atom 1)] (fn [] @a)))");
    await expect(pool.run("(f)", { memory })).rejects.toThrow(
      "option `memory.f`: cannot be sent to another process: captured: a value of type atom can't be stored: store data instead",
    );
    expect(() => pool.share({ deep: nested(1500) })).toThrow(
      "option `context`: data nested more than 1000 levels deep cannot be sent to another process",
    );
    expect(await pool.run("(tool/deep {})", { tools: { deep: () => nested(1500) } })).toMatchObject(
      {
        ok: false,
        fail: {
          reason: "tool_error",
          message:
            "tool/deep failed: data nested more than 1000 levels deep cannot be sent to another process",
        },
      },
    );
    expect(await pool.run("(count data/deep)", { context: { deep: nested(900) } })).toMatchObject({
      ok: true,
      return: 1,
    });
  });

  test("the pool reports which definitions it can't return", { tags: "full" }, async () => {
    const step = await poolOf().run(
      "(do (def n 1) (def counter (let [a (atom 0)] (fn [] (swap! a inc)))) [(counter) (counter)])",
    );
    expect(step).toMatchObject({
      ok: true,
      return: [1, 2],
      warnings: [
        "counter contains an atom, which later programs can't change; save the value of the atom instead",
        `"counter" was not saved: its value cannot leave the program's process`,
      ],
    });
    expect(step.memory.toHost()).toEqual({ n: 1 });
    expect(await poolOf().run("(counter)", { memory: step.memory })).toMatchObject({
      ok: false,
      fail: {
        message:
          "unknown symbol counter: an earlier program defined it, but it was not kept: its value cannot leave the program's process",
        details: { hint: "define counter again in this program" },
      },
    });
  });

  test(
    "the pool passes on why names of earlier programs have no value",
    { tags: "full" },
    async () => {
      const pool = poolOf();
      const { memory } = await pool.run("(def total (atom 0)) (defn add [] (swap! total inc)) 1");
      const between = await pool.run("(def other 1)", { memory });
      const message =
        "unknown symbol total: an earlier program defined it, but it was not kept: an atom ends with its program; save its value instead, as in (def total @total)";
      // One name is read where it is written, and the other inside a stored function.
      for (const source of ["@total", "(add)"])
        expect(await pool.run(source, { memory: between.memory })).toMatchObject({
          ok: false,
          fail: { message },
        });
      // The same in this process.
      expect(await run("[(add)]", { memory: between.memory })).toMatchObject({ fail: { message } });
    },
  );

  test("the pool validates its own options", () => {
    expect(() => createPool({ size: 0 })).toThrow(
      "option `size`: expected a whole number of at least 1, got 0",
    );
    expect(() => createPool({ memoryMb: 1.5 })).toThrow(
      "option `memoryMb`: expected a whole number of at least 32, got 1.5",
    );
    expect(() => createPool({ sizes: 1 } as PoolOptions)).toThrow(
      "option `sizes`: unknown option (did you mean `size`?)",
    );
  });

  test("the pool traces a program the same way as `run`", async () => {
    const tools = {
      get: async () => {
        await pause(1);
        return { _secret: 1 };
      },
      fail: () => {
        throw new Error("no");
      },
    };
    const traced = async (
      runner: Pick<Pool, "run"> | typeof run,
      source: string,
    ): Promise<unknown> => {
      const events: TraceEvent[] = [];
      const trace = new TraceScope({
        sink: { emit: (event) => events.push(event) },
        clock: systemClock,
        random: Math.random,
        traceId: "t",
      });
      const options = { trace, tools, runId: "r" };
      await (typeof runner === "function" ? runner(source, options) : runner.run(source, options));
      // A pool doesn't analyze effects for its traces: the analysis would be in this process.
      return events.map(({ type, data, parentSpanId, spanId }) => ({
        type,
        data:
          "usage" in data
            ? { ...data, usage: { ...data.usage, durationMs: 0 }, effects: undefined }
            : data,
        isRoot: parentSpanId === undefined,
        spans: spanId.length,
      }));
    };
    const pool = poolOf();
    for (const source of [
      "(do (println 1) (:x (tool/get {:a 1})) (try (tool/fail {}) (catch Exception e 1)))",
      "(tool/fail {})",
      "(+ 1",
      '(inc "x")',
    ]) {
      expect(await traced(pool, source)).toEqual(await traced(run, source));
    }
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

test("a step of the pool equals a step of `run`", async () => {
  const pool = poolOf();
  expect(comparable(await pool.run("[1]", { runId: "a" }))).toEqual(
    comparable(await run("[1]", { runId: "a" })),
  );
});
