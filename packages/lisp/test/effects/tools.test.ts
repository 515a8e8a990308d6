import { describe, expect, test } from "vitest";
import type { ToolArguments } from "@ptc/core/contracts";
import { effectAddressText } from "@ptc/core/internal/contracts";
import { run, type LispRunOptions } from "../../src/index.ts";
import { failOf, printed } from "../evaluate.ts";

/** Returns its result later, in a different order than the calls. */
const later = async ({ n }: ToolArguments): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, Number(n) % 2 === 0 ? 6 : 1));
  return Number(n) * 10;
};

const tools: LispRunOptions["tools"] = {
  echo: (args) => args,
  later,
  broken: () => {
    throw new Error("connection refused");
  },
};

describe("tools", () => {
  test("tools without schemas receive string keys as the program wrote them", async () => {
    const seen: unknown[] = [];
    const step = await run(
      '(do (tool/note {:due-date "x" "k" [:a]}) (tool/note :n 1) (tool/note))',
      {
        tools: {
          note: (args) => {
            seen.push(args);
            return null;
          },
        },
      },
    );
    expect(step.ok).toBe(true);
    expect(seen).toEqual([{ "due-date": "x", k: ["a"] }, { n: 1 }, {}]);
  });

  test("tools may be called anywhere, and may be asynchronous there", async () => {
    const table = [
      ["(map (fn [n] (tool/later {:n n})) [1 2 3])", "(10 20 30)"],
      ["(reduce (fn [total n] (+ total (tool/later {:n n}))) 0 [1 2 3])", "60"],
      ["(filter (fn [n] (> (tool/later {:n n}) 15)) [1 2 3])", "(2 3)"],
      [
        "(loop [i 0 total 0] (if (< i 3) (recur (inc i) (+ total (tool/later {:n i}))) total))",
        "30",
      ],
      ["(let [a (tool/later {:n 1}) b (tool/later {:n a})] [a b])", "[10 100]"],
      ["(if (tool/later {:n 0}) :yes :no)", ":yes"],
      ["{:a (tool/later {:n 1}) :b #{(tool/later {:n 2})}}", "{:a 10, :b #{20}}"],
      [
        "(for [x [1 2] :when (< (tool/later {:n x}) 15) :let [y (tool/later {:n x})]] [x y])",
        "([1 10])",
      ],
      ["(and (tool/later {:n 1}) (or nil (tool/later {:n 2})))", "20"],
      ["(case (tool/later {:n 1}) 10 (tool/later {:n 5}) :other)", "50"],
      ["(do (defn ask [n] (tool/later {:n n})) (+ (ask 1) (ask 2)))", "30"],
      ["((fn f [n] (if (< n 100) (f (tool/later {:n n})) n)) 1)", "100"],
      ["(let [{:keys [n]} (tool/echo {:n 4})] n)", "4"],
      ["(sort-by (fn [n] (- (tool/later {:n n}))) [1 3 2])", "(3 2 1)"],
      ["(some (fn [n] (when (= 20 (tool/later {:n n})) n)) [1 2 3])", "2"],
      ["(group-by (fn [n] (tool/later {:n (mod n 2)})) [1 2 3])", "{10 [1 3], 0 [2]}"],
      ["(update {:a 1} :a (fn [n] (tool/later {:n n})))", "{:a 10}"],
      ["(return (tool/later {:n 1}))", "10"],
    ] as const;
    for (const [program, value] of table)
      expect(`${program} => ${await printed(program, { tools })}`).toBe(`${program} => ${value}`);
  });

  test("a failing tool fails the step with its message and location, and is recorded", async () => {
    const step = await run("(do\n  (tool/echo {:n 1})\n  (tool/broken {}))", { tools });
    expect(step).toMatchObject({
      ok: false,
      fail: {
        reason: "tool_error",
        message: "tool/broken failed: connection refused",
        op: "tool/broken",
        details: { position: { line: 3, column: 3 } },
      },
    });
    expect(step.toolCalls.map(({ name, result, error }) => ({ name, result, error }))).toEqual([
      { name: "echo", result: { n: 1 }, error: undefined },
      { name: "broken", result: undefined, error: "connection refused" },
    ]);
  });

  test("reports a missing tool before anything runs", async () => {
    let calls = 0;
    const fail = await failOf("(do (tool/count-up {}) (tool/ecko {}))", {
      tools: { count_up: () => ++calls, echo: (args) => args },
    });
    expect(fail).toMatchObject({
      reason: "tool_not_found",
      message: "there is no tool ecko; the tools are: count_up, echo",
      details: { hint: "did you mean `echo`?" },
    });
    expect(calls).toBe(0);
  });

  test("time spent in a tool doesn't count as program time", async () => {
    let now = 0;
    const clock = { now: () => now, monotonic: () => now };
    const busy = (): number => {
      now += 60;
      return 1;
    };
    const slow = async (): Promise<number> => {
      await Promise.resolve();
      return busy();
    };
    expect(
      await printed("(+ (tool/slow) (tool/slow))", {
        tools: { slow },
        clock,
        limits: { timeoutMs: 50 },
      }),
    ).toBe("2");
    expect(
      await printed(
        "(loop [i 0] (if (< i 5000) (recur (inc i)) (+ (tool/busy) (reduce + (range 5000)))))",
        { tools: { busy }, clock, limits: { timeoutMs: 50 } },
      ),
    ).toBe("12497501");
  });

  test("an abort ends a waiting run as cancelled", async () => {
    const controller = new AbortController();
    // Abort only once the program waits. An earlier abort would cancel it before it has printed.
    const never = (): Promise<never> => {
      setTimeout(() => {
        controller.abort();
      }, 0);
      return new Promise(() => undefined);
    };
    const step = await run("(do (println 1) (tool/never))", {
      tools: { never },
      signal: controller.signal,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" }, prints: ["1"] });
  });

  test("an abort ends every waiting call and every call about to begin", async () => {
    const controller = new AbortController();
    const never = (): Promise<never> => new Promise(() => undefined);
    let calls = 0;
    const stop = (): Promise<number> => {
      if (++calls === 2) controller.abort();
      return Promise.resolve(calls);
    };
    const waiting =
      "(do (tool/stop) (pmap (fn [f] (f)) [(fn [] (tool/never)) (fn [] (tool/stop)) (fn [] (tool/stop)) (fn [] (tool/never))]))";
    const step = await run(waiting, { tools: { never, stop }, signal: controller.signal });
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    expect(step.toolCalls.map(({ result, error }) => result ?? error)).toEqual([
      1,
      "the run was cancelled",
      "the run was cancelled",
      "the run was cancelled",
      "the run was cancelled",
    ]);
    expect(calls).toBe(2);
  });

  test("tool calls share one abort listener and remove it when the run ends", async () => {
    const { signal } = new AbortController();
    const listeners: string[] = [];
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, ...rest: [never]) => {
      listeners.push("add");
      add(type, ...rest);
    };
    signal.removeEventListener = (type: string, ...rest: [never]) => {
      listeners.push("remove");
      remove(type, ...rest);
    };
    expect(
      await printed("(reduce (fn [sum n] (+ sum (tool/later {:n n}))) 0 [1 2 3])", {
        tools,
        signal,
        // A run that waits for its first turn has a listener for that wait.
        yieldMs: Infinity,
      }),
    ).toBe("60");
    expect(listeners).toEqual(["add", "remove"]);
  });
});

describe("parallel branches", () => {
  test("parallel branches return results, prints and records in branch order", async () => {
    const step = await run("(pmap (fn [n] (println n) (tool/later {:n n})) [2 1 4 3])", {
      tools,
      runId: "r",
    });
    expect(step).toMatchObject({
      ok: true,
      return: [20, 10, 40, 30],
      prints: ["2", "1", "4", "3"],
    });
    expect(step.toolCalls.map((call) => effectAddressText(call.address))).toEqual([
      "r/1/0.0/0",
      "r/1/0.1/0",
      "r/1/0.2/0",
      "r/1/0.3/0",
    ]);
  });

  test("numbers effects by branch, so that addresses don't depend on timing", async () => {
    const step = await run(
      "(do (tool/echo {}) (pmap (fn [n] (tool/later {:n n}) (pmap (fn [m] (tool/later {:n m})) [1 2])) [1 2]) (tool/echo {}))",
      { tools, runId: "r" },
    );
    expect(step.toolCalls.map((call) => effectAddressText(call.address))).toEqual([
      "r/1/0",
      "r/1/0.0/0",
      "r/1/0.0/0.0/0",
      "r/1/0.0/0.1/0",
      "r/1/0.1/0",
      "r/1/0.1/0.0/0",
      "r/1/0.1/0.1/0",
      "r/1/1",
    ]);
  });

  test("records parallel calls in program order, with the number of failed branches", async () => {
    let time = 0;
    const clock = { now: () => 1_000, monotonic: () => ++time };
    const step = await run(
      "(do (pcalls (fn [] 1)) (pmap (fn [n] (pmap inc [n n])) [1 2]) (pmap (fn [n] (/ 6 n)) [0 3 0]))",
      { clock },
    );
    const records = step.parallelCalls?.map(({ type, count, successCount, errorCount }) => [
      type,
      count,
      successCount,
      errorCount,
    ]);
    expect(records).toEqual([
      ["pcalls", 1, 1, 0],
      ["pmap", 2, 2, 0],
      ["pmap", 2, 2, 0],
      ["pmap", 2, 2, 0],
      ["pmap", 3, 1, 2],
    ]);
    expect(
      step.parallelCalls?.every(
        ({ timestamp, durationMs }) => timestamp === 1_000 && durationMs > 0,
      ),
    ).toBe(true);
    expect(await run("(map inc [1])")).not.toHaveProperty("parallelCalls");
  });

  test("branches divide the budget evenly and return the remainder", async () => {
    const fail = await failOf("(pmap (fn [n] (if (= n 0) (loop [] (recur)) n)) [0 1 2 3])", {
      limits: { steps: 100_000 },
    });
    expect(fail.reason).toBe("step_limit_exceeded");
    expect(
      await printed("(do (pmap inc [1 2 3 4]) (reduce + (range 1000)))", {
        limits: { steps: 3_000 },
      }),
    ).toBe("499500");
  });

  test("`return` inside a branch is an error that says what to do", async () => {
    expect(await failOf("(pmap (fn [n] (return n)) [1])")).toMatchObject({
      reason: "eval_error",
      message: "(return …) cannot end the program from inside a parallel branch",
    });
  });
});
