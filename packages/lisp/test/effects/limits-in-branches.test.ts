// A limit that ends a program can't be caught, in any branch and at any nesting of forks.

import { describe, expect, test } from "vitest";
import { run, type LimitName, type Limits, type LispRunOptions } from "../../src/index.ts";

const tools: NonNullable<LispRunOptions["tools"]> = {
  fail: () => {
    throw new Error("down");
  },
  later: async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return 1;
  },
};

/** The limits that are checked while a program runs; the others stop it before. */
type RunningLimit = Exclude<LimitName, "sourceLength" | "symbols">;

/** For each limit, a body that reaches it and a low value of the limit. */
const reached: Readonly<Record<RunningLimit, readonly [body: string, limits: Partial<Limits>]>> = {
  steps: ["(loop [] (recur))", { steps: 20_000 }],
  memoryBytes: ["(loop [xs []] (recur (conj xs (str (range 100)))))", { memoryBytes: 500_000 }],
  depth: ["((fn f [n] (inc (f n))) 1)", { depth: 50 }],
  timeoutMs: ["(loop [] (recur))", { timeoutMs: 20, steps: 1e12 }],
  outputBytes: ['(loop [] (do (println "again and again") (recur)))', { outputBytes: 2_000 }],
  toolCalls: ["(loop [] (do (tool/later) (recur)))", { toolCalls: 20 }],
  branches: ["(pmap inc (range 30))", { branches: 20 }],
};

/** Each form puts a failing tool in a branch before the one that reaches the limit. */
const forks: readonly (readonly [name: string, around: (body: string) => string])[] = [
  ["pmap", (body) => `(pmap (fn [i] (if (= i 0) (tool/fail) ${body})) [0 1])`],
  ["pcalls", (body) => `(pcalls (fn [] (tool/fail)) (fn [] ${body}) (fn [] (tool/fail)))`],
  [
    "nested forks",
    (body) =>
      `(pmap (fn [i] (if (= i 0) (tool/fail) (pcalls (fn [] (do (tool/later) (tool/fail))) (fn [] ${body})))) [0 1])`,
  ],
  [
    "a fork that catches inside of one that does not",
    (body) =>
      `(pcalls (fn [] (tool/fail)) (fn [] (try (pmap (fn [i] (if (= i 0) (tool/fail) ${body})) [0 1]) (catch Exception e :inside))))`,
  ],
];

describe.each(forks)("no branch can catch a limit reached in %s", (_, around) => {
  test.each(Object.entries(reached))(
    "an exceeded limit can't be caught: %s",
    async (limit, [body, limits]) => {
      const step = await run(`(try ${around(body)} (catch Exception e :caught))`, {
        tools,
        limits,
      });
      expect(step.ok ? step.return : step.fail.details?.limit?.option).toBe(`limits.${limit}`);
    },
  );

  test("cancellation inside branches can't be caught", async () => {
    const abort = new AbortController();
    const step = await run(
      `(try ${around("(do (tool/abort) (tool/later))")} (catch Exception e :caught))`,
      {
        tools: {
          ...tools,
          abort: () => {
            abort.abort();
            return null;
          },
        },
        signal: abort.signal,
      },
    );
    expect(step.ok ? step.return : step.fail.reason).toBe("cancelled");
  });
});

test("reports the limit of the first branch if two branches reach one", async () => {
  const step = await run("(pcalls (fn [] (pmap inc (range 30))) (fn [] (loop [] (recur))))", {
    limits: { branches: 20, steps: 20_000 },
  });
  expect(step.ok ? step.return : step.fail.reason).toBe("branches_exceeded");
});

test("throws the first failure in branch order if no limit is reached", async () => {
  const source =
    '(try (pmap (fn [i] (throw (ex-info (str "branch " i) {}))) [0 1 2]) (catch Exception e (ex-message e)))';
  const step = await run(source);
  expect(step.ok && step.return).toBe("branch 0");
});
