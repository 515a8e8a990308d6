// Time spent in tools does not count against a program's time limit unless the caller asks for
// that.

import { OptionError } from "@ptc/core/errors";
import { turnQueue } from "@ptc/core/internal/task";
import { describe, expect, test } from "vitest";
import { createSession, prepare, run, type LispStep, type LispRunOptions } from "../src/index.ts";
import { testPools } from "./node/pools.ts";

const { poolOf } = testPools();

/** A clock that advances only during tools, with a synchronous and an asynchronous tool. */
function slowTools(): Required<Pick<LispRunOptions, "clock" | "tools">> {
  let now = 0;
  return {
    clock: { now: () => now, monotonic: () => now },
    tools: {
      slow: () => (now += 60),
      later: async () => {
        await Promise.resolve();
        return (now += 60);
      },
      broken: () => {
        now += 60;
        throw new Error("no");
      },
    },
  };
}

const limits = { timeoutMs: 100 };
const timeoutOf = (value: number) => ({
  ok: false,
  fail: {
    reason: "timeout",
    message: `the program exceeded its limit of ${String(value)} milliseconds (the program's running time, including its tools): call fewer tools, or call them in parallel with pmap (option limits.timeoutMs)`,
    details: { limit: { option: "limits.timeoutMs", value } },
  },
});
const timeout = timeoutOf(100);

describe.each(["slow", "later"])("a tool that takes time (%s)", (tool) => {
  const twice = `[(tool/${tool}) (tool/${tool})]`;

  test("tool time doesn't count as program time", async () => {
    expect(await run(twice, { ...slowTools(), limits })).toMatchObject({
      ok: true,
      return: [60, 120],
    });
  });

  test("with chargeToolTime, tool time counts to the millisecond", async () => {
    expect(await run(twice, { ...slowTools(), limits, chargeToolTime: true })).toMatchObject({
      ...timeout,
      toolCalls: [{ result: 60 }, { result: 120 }],
    });
    expect(
      await run(twice, { ...slowTools(), limits: { timeoutMs: 120 }, chargeToolTime: true }),
    ).toMatchObject({ ok: true });
    expect(
      await run(twice, { ...slowTools(), limits: { timeoutMs: 119 }, chargeToolTime: true }),
    ).toMatchObject({ ok: false, fail: { reason: "timeout" } });
  });

  test("a program can't catch the end by tool time", async () => {
    expect(
      await run(`(try ${twice} (catch Throwable e 1))`, {
        ...slowTools(),
        limits,
        chargeToolTime: true,
      }),
    ).toMatchObject(timeout);
    expect(
      await run("(defn f [] (try (tool/broken) (catch Throwable e 1))) [(f) (f)]", {
        ...slowTools(),
        limits,
        chargeToolTime: true,
      }),
    ).toMatchObject(timeout);
  });

  test("prepared programs and sessions charge tool time too", async () => {
    const { clock, tools } = slowTools();
    const prepared = await prepare(twice, { tools, limits });
    const steps: LispStep[] = prepared.ok
      ? [
          await prepared.program.run({ clock, chargeToolTime: true }),
          await prepared.program.run({ clock }),
        ]
      : [];
    expect(steps).toMatchObject([timeout, { ok: true }]);
    const session = createSession({ ...slowTools(), limits, chargeToolTime: true });
    expect([await session.run("(tool/slow)"), await session.run(twice)]).toMatchObject([
      { ok: true },
      timeout,
    ]);
  });
});

test("charges concurrent tools once", async () => {
  let now = 0;
  const answers: (() => void)[] = [];
  const together = (): Promise<number> =>
    new Promise((resolve) => {
      answers.push(() => {
        resolve(now);
      });
      if (answers.length < 3) return;
      now += 60;
      for (const answer of answers) answer();
    });
  const clock = { now: () => now, monotonic: () => now };
  expect(
    await run("(pmap (fn [_] (tool/together)) [1 2 3])", {
      clock,
      tools: { together },
      limits,
      chargeToolTime: true,
    }),
  ).toMatchObject({ ok: true, return: [60, 60, 60] });
});

test("with chargeToolTime, the wait for other runs doesn't count", async () => {
  let now = 0;
  let waits = 0;
  const clock = { now: () => now, monotonic: () => (now += 1) };
  // Other runs that compute for a second in each of their turns.
  const others = (): Promise<number> => {
    for (let run = 0; run < 20; run++)
      turnQueue.enter(() => {
        now += 1000;
        waits += 1;
      }, true);
    return Promise.resolve(60);
  };
  const source = "(+ (tool/others) (loop [i 0] (if (< i 20000) (recur (inc i)) i)))";
  const options = { clock, tools: { others }, limits: { timeoutMs: 900 }, chargeToolTime: true };
  expect(await run(source, options)).toMatchObject({ ok: true, return: 20_060 });
  expect(waits).toBeGreaterThan(0);
});

test("the clock stops during later tools after a result that can't be converted", async () => {
  const { clock, tools } = slowTools();
  const odd = (): unknown => {
    const self = new Map<string, unknown>();
    return self.set("self", self);
  };
  expect(
    await run(
      '(do (try (tool/odd) (catch Throwable e (println "odd"))) (tool/slow) (tool/slow) (reduce + (range 20000)))',
      { clock, tools: { ...tools, odd }, limits },
    ),
  ).toMatchObject({ ok: true, prints: ["odd"] });
});

describe("runs that wait when their time is over", () => {
  // Real milliseconds: long enough for the program to call its tools even on a busy machine.
  const timeoutMs = 700;
  const timeout = timeoutOf(timeoutMs);
  const waiting = async (
    start: (source: string, options: LispRunOptions) => Promise<LispStep>,
  ): Promise<void> => {
    let signal: AbortSignal | undefined;
    const never = (_: unknown, context: { readonly signal: AbortSignal }): Promise<never> => {
      ({ signal } = context);
      return new Promise(() => undefined);
    };
    const step = await start("(do (println 1) (pmap (fn [_] (tool/never)) [1 2]))", {
      tools: { never },
      limits: { timeoutMs },
      chargeToolTime: true,
    });
    expect(step).toMatchObject({
      ...timeout,
      prints: ["1"],
      toolCalls: [
        { name: "never", error: timeout.fail.message },
        { name: "never", error: timeout.fail.message },
      ],
    });
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toBeInstanceOf(Error);
  };

  test("the run ends and aborts its tools", async () => {
    await waiting(run);
  });

  test("the run ends in a pool with the same step", { tags: "full" }, async () => {
    const pool = poolOf();
    await waiting((source, options) => pool.run(source, options));
    const quick = {
      answer: () => new Promise((resolve) => setTimeout(resolve, timeoutMs + 100, 7)),
    };
    expect(await pool.run("(tool/answer)", { tools: quick, limits: { timeoutMs } })).toMatchObject({
      ok: true,
      return: 7,
    });
    expect(
      await pool.run("(tool/answer)", {
        tools: quick,
        limits: { timeoutMs: 10_000 },
        chargeToolTime: true,
      }),
    ).toMatchObject({ ok: true, return: 7 });
  });

  test("the caller can still cancel the run", async () => {
    const controller = new AbortController();
    const never = (): Promise<never> => {
      setTimeout(() => {
        controller.abort();
      }, 0);
      return new Promise(() => undefined);
    };
    expect(
      await run("(tool/never)", {
        tools: { never },
        signal: controller.signal,
        chargeToolTime: true,
      }),
    ).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  });
});

test("the option `chargeToolTime` accepts true or false", async () => {
  await expect(run("1", { chargeToolTime: "yes" as never })).rejects.toThrow(OptionError);
  await expect(run("1", { chargeToolTime: "yes" as never })).rejects.toThrow(
    "option `chargeToolTime`: expected true or false",
  );
});
