// Calls nest deeper than the host's stack allows, up to the depth limit.
import { describe, expect, test } from "vitest";
import { createSession, prepare, run } from "../../src/index.ts";
import { createPool } from "../../src/node/index.ts";
import { keepsCompiled } from "../node/pools.ts";

const total = "(defn total [xs] (if (empty? xs) 0 (+ (first xs) (total (rest xs)))))";
const sumOf = (count: number): number => (count * (count - 1)) / 2;

/** Recursion through each kind of code, at least `n` calls deep. */
const recursions: Readonly<Record<string, string>> = {
  "in a let":
    "(defn f [n] (let [m (dec n)] (cond (zero? n) 0 :else (do (let [r (f m)] (inc r))))))",
  "through map": "(defn f [n] (if (zero? n) 0 (first (map (fn [x] (inc (f x))) [(dec n)]))))",
  "through reduce": "(defn f [n] (if (zero? n) 0 (reduce (fn [a x] (+ a 1 (f x))) 0 [(dec n)])))",
  "in a try": "(defn f [n] (if (zero? n) 0 (try (inc (f (dec n))) (finally nil))))",
  "of two functions":
    "(declare g) (defn f [n] (if (zero? n) 0 (inc (g (dec n))))) (defn g [n] (if (zero? n) 0 (inc (f (dec n)))))",
  "of a named fn": "(def f (fn self [n] (if (zero? n) 0 (inc (self (dec n))))))",
  "of a letfn": "(def f (letfn [(h [n] (if (zero? n) 0 (inc (h (dec n)))))] h))",
};

describe("recursion three thousand calls deep", () => {
  test.each(Object.entries(recursions))(
    "recursion 3,000 calls deep works: %s",
    async (_name, definition) => {
      expect(await run(`${definition} (f 3000)`)).toMatchObject({ ok: true, return: 3000 });
    },
  );

  test("deep recursion works in a program that calls tools, and around a tool", async () => {
    const calls: unknown[] = [];
    const step = await run(
      "(defn f [n] (if (zero? n) (tool/x {:n n}) (inc (f (dec n))))) [(f 3000) (f 5)]",
      {
        tools: {
          x: (args: unknown) => {
            calls.push(args);
            return Promise.resolve(1);
          },
        },
      },
    );
    expect(step).toMatchObject({ ok: true, return: [3001, 6] });
    expect(calls).toEqual([{ n: 0 }, { n: 0 }]);
  });

  test("deep recursion works in pools, parallel branches, sessions and prepared programs", async () => {
    const source = `${total} (total (range 3000))`;
    const pool = createPool({ execArgv: keepsCompiled });
    expect(await pool.run(source)).toMatchObject({ ok: true, return: sumOf(3000) });
    await pool.close();
    expect(await run(`${total} (pmap total [(range 3000) (range 2000)])`)).toMatchObject({
      return: [sumOf(3000), sumOf(2000)],
    });
    const session = createSession();
    await session.run(total);
    expect(await session.run("(total (range 3000))")).toMatchObject({ return: sumOf(3000) });
    const prepared = await prepare(source);
    if (!prepared.ok) throw new Error("the program is wrong");
    for (let turn = 0; turn < 2; turn++)
      expect(await prepared.program.run()).toMatchObject({ return: sumOf(3000) });
  });
});

test("a program that is restarted prints and stores everything once", async () => {
  const step = await run(`(println "begin") (def seen (atom 0)) ${total}
    (swap! seen inc) (def sum (total (range 2000))) (println "end" @seen) sum`);
  expect(step).toMatchObject({ ok: true, return: sumOf(2000), prints: ["begin", "end 1"] });
  // The remaining memory can't wait, so the next program is compiled like one without a deep call
  // before it.
  expect(step.ok && step.memory.mayAwait).toBe(false);
});

test("a deep error is caught by its handler, and calls continue from there", async () => {
  const step = await run(`
    (defn f [n] (if (zero? n) (throw (ex-info "bottom" {:n n})) (inc (f (dec n)))))
    (defn g [n] (if (zero? n) 0 (inc (g (dec n)))))
    [(try (f 2500) (catch Exception e (ex-message e))) (g 2500)
     (try (f 2500) (catch Exception e (g 2500)))]`);
  expect(step).toMatchObject({ ok: true, return: ["bottom", 2500, 2500] });
});

describe("depth limit", () => {
  const endless = "(defn f [n] (inc (f (inc n)))) (f 0)";

  test("recursion ends at the depth limit, with and without tools", async () => {
    for (const tools of [{}, { x: () => 1 }]) {
      const source = Object.keys(tools).length === 0 ? endless : `(tool/x {}) ${endless}`;
      for (const depth of [100, 1_000, 25_000]) {
        const step = await run(source, { tools, limits: { depth } });
        expect(step.ok ? "" : step.fail.message).toContain(
          `exceeded its limit of ${String(depth)} calls`,
        );
        expect(step.ok || step.fail.reason).toBe("depth_exceeded");
      }
    }
  });

  test("inside a comparator of a sorted set, recursion ends earlier and the error says so", async () => {
    const step = await run(
      "(defn f [n] (if (zero? n) 0 (first (sorted-set-by (fn [a b] (f (dec n)) 1) 1 2)))) (f 3000)",
    );
    expect(step.ok ? "" : step.fail.message).toBe(
      "the program exceeded its limit of 600 calls (nested calls that cannot be interrupted, as in a comparator or a finally): use loop/recur or reduce instead of deep recursion (fixed)",
    );
  });

  test("a restart counts on the clock of the first attempt", async () => {
    let now = 0;
    const clock = { now: () => 0, monotonic: () => (now += 300) };
    const step = await run(`${total} (total (range 3000))`, { clock, limits: { timeoutMs: 500 } });
    expect(step.ok || step.fail.reason).toBe("timeout");
  });
});
