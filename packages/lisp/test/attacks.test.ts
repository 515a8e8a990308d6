// Programs that once hung or exceeded what a limit should allow. Each must end at its limit or with
// its result. If one of them hangs again, this test run hangs.

import { describe, expect, test } from "vitest";
import { run, type LispRunOptions } from "../src/index.ts";
import { expectPrinted, failOf, printed } from "./evaluate.ts";

const after = (milliseconds: number): Promise<number> =>
  new Promise((resolve) =>
    setTimeout(() => {
      resolve(1);
    }, milliseconds),
  );

const tools: NonNullable<LispRunOptions["tools"]> = {
  later: ({ ms }) => after(typeof ms === "number" ? ms : 1),
  now: () => 1,
};

/**
 * Binds two equal values that share nothing and unfold to 2^60 numbers, and two maps that contain
 * them.
 */
function withUnfolding(expression: string): string {
  return `(let [grow (fn [] (nth (iterate (fn [x] [x x]) 1) 60)) x (grow) y (grow) m {:a x} n {:a y}] ${expression})`;
}

const short = { steps: 100_000 };

describe("compares endlessly nested values within the budget", () => {
  const expressions = [
    "{x 1 y 2}",
    "#{x y}",
    "(hash-map x 1 y 2)",
    "(group-by identity [x y])",
    "(frequencies [m n])",
    "(distinct [x y])",
    "(distinct? x y)",
    "(into {} [[x 1] [y 2]])",
    "(assoc {x 1} y 2)",
    "(dissoc {x 1} y)",
    "(conj #{x} y)",
    "(disj #{x} y)",
    "(merge {x 1} {y 2})",
    "(zipmap [x y] [1 2])",
    "(update-keys {1 x 2 y} identity)",
    "(distinct-by identity [m n])",
    "(clojure.set/index [m n] [:a])",
    "(clojure.set/join [m] [n])",
    "(clojure.set/map-invert {1 x 2 y})",
    "(clojure.walk/prewalk-replace {x 1} [y])",
    "(replace {x 1} [y])",
    "(into [] (replace {x 1}) [y])",
    "(compare-and-set! (atom x) y 1)",
    "(let [f (memoize count)] (f x) (f y))",
    "(set [[(take-while pos? (iterate dec 1)) x] [[1] y]])",
  ];
  test.each(expressions)(
    "comparing values that unfold ends at the step limit: %s",
    async (expression) => {
      expect(await failOf(withUnfolding(expression), { limits: short })).toMatchObject({
        reason: "step_limit_exceeded",
      });
    },
  );
});

describe("finally", () => {
  test("finally has one reserve of steps, however deeply it is nested", async () => {
    const twice =
      "(defn f [] (try (return 1) (finally (try (try (return 1) (finally (f))) (finally (f)))))) (f)";
    expect(await printed(twice)).toBe("1");
    const counting =
      "(def a (atom 0)) (defn f [] (try (return @a) (finally (dotimes [i 900] (swap! a inc)) (println @a) (f)))) (f)";
    expect(Number((await run(counting)).prints.at(-1))).toBeLessThan(10_000);
  });

  test("nested finally blocks share one reserve of bytes", async () => {
    const growing =
      "(def a (atom [])) (defn f [n] (try (if (= n 0) (return 1) (f (dec n))) (finally (swap! a conj (vec (range 5000))) (println (count @a))))) (f 100)";
    expect(Number((await run(growing)).prints.at(-1))).toBeLessThan(40);
  });

  test("finally can call functions after a program ended by its depth", async () => {
    const step = await run(
      '(defn deep [n] (inc (deep n))) (defn note [x] (println x)) (try (deep 1) (finally (note "out")))',
    );
    expect(step).toMatchObject({ ok: false, fail: { reason: "depth_exceeded" }, prints: ["out"] });
  });

  test("finally writes nothing into the journal of a program that has ended", async () => {
    const step = await run('(try (fail "no") (finally (task-reset "a")))', { journal: { a: 1 } });
    expect(step.journal).toEqual({ a: 1 });
    expect(
      (await run('(try (fail "no") (finally (task "b" 1)))', { journal: {} })).journal,
    ).toEqual({});
  });
});

describe("branches that wait for each other", () => {
  test.each([
    [1, 20],
    [20, 1],
    [5, 5],
  ])(
    "a task and an element that wait for each other fail, after %i and %i milliseconds",
    async (first, second) => {
      const crossed = `(let [s (map (fn [i] (tool/later {:ms ${String(first)}}) (task "x" 1)) (iterate inc 0))]
      (pcalls (fn [] (task "x" (do (tool/later {:ms ${String(second)}}) (first s)))) (fn [] (first s))))`;
      expect((await failOf(crossed, { tools, journal: {} })).message).toMatch(/itself$/);
    },
  );

  test("branches that wait without a cycle finish", async () => {
    const program =
      "(let [s (map (fn [i] (task i (tool/later {:ms 3}))) (iterate inc 0))] (pmap (fn [n] [(task 1 (tool/later {})) (count (take n s))]) [1 2 3]))";
    expect(await printed(program, { tools, journal: {} })).toBe("([1 1] [1 2] [1 3])");
  });
});

test("rejects a comparator that would wait, and the program's clock keeps running", async () => {
  let now = 0;
  const clock = { now: () => now, monotonic: () => (now += 1) };
  const program = `(let [s (map (fn [i] (tool/later {:ms 100})) (iterate inc 0))]
    (pcalls (fn [] (first s))
            (fn [] (dotimes [i 5] (try (sorted-set-by (fn [a b] (first s) (< a b)) 1 2) (catch Exception e nil))) (loop [] (recur)))))`;
  expect(
    await failOf(program, { tools, clock, limits: { timeoutMs: 200, steps: 5_000_000 } }),
  ).toMatchObject({ reason: "timeout" });
});

describe("memory", () => {
  test("charges for stored exceptions and their messages", async () => {
    const keeping =
      "(loop [v [] n 0] (if (< n 5000) (recur (conj v (try (inc nil) (catch Exception e e))) (inc n)) (count v)))";
    expect(await failOf(keeping, { limits: { memoryBytes: 2_000_000 } })).toMatchObject({
      reason: "memory_exceeded",
    });
    const step = await run(
      '(let [id (apply str (repeat 1000 "a"))] (task id (try (task id 1) (catch Exception e (count (ex-message e))))))',
      { journal: {} },
    );
    expect(step).toMatchObject({ ok: true, return: expect.any(Number) as number });
    expect(step.ok && Number(step.value)).toBeLessThan(120);
  });

  test("rethrowing a caught error keeps the original error and its location", async () => {
    const fail = await failOf(
      '(def kept\n (try (inc "5") (catch Exception e e)))\n(mapv (fn [x] (throw x)) [kept])',
    );
    expect(fail).toMatchObject({
      reason: "eval_error",
      op: "inc",
      details: {
        kind: "type_error",
        position: { line: 2 },
        hint: "read numbers from text with parse-long or parse-double",
      },
    });
  });

  test("charges branches for what each of them allocates", async () => {
    const waiting =
      '(pmap (fn [_] (pmap (fn [_] (task "x" (tool/later {:ms 50}))) (range 100))) (range 100))';
    expect(
      await failOf(waiting, { tools, journal: {}, limits: { memoryBytes: 5_000_000 } }),
    ).toMatchObject({ reason: "memory_exceeded" });
  });
});

test("a branch may print more lines than a call takes arguments", async () => {
  const step = await run("(pmap (fn [_] (dotimes [i 200000] (println))) [1])");
  expect(step).toMatchObject({ ok: true });
  expect(step.prints).toHaveLength(200_000);
});

test("a repetition of nothing isn't expanded", async () => {
  expect((await failOf('(re-find #"(?:(?:(?:){1000}){1000}){1000}" "a")')).message).toContain(
    "the pattern is too large",
  );
  await expectPrinted([
    ['(re-find #"(?:){3}a" "ba")', '"a"'],
    ['(re-find #"(?:(?:){1000})*" "b")', '""'],
  ]);
});

test("charges for a search from the end", async () => {
  const text =
    '(let [a (reduce (fn [s _] (str s s)) "a" (range 17)) wanted (str (subs a 0 60000) "b")] (last-index-of a wanted))';
  expect(await failOf(text, { limits: { steps: 1_000_000 } })).toMatchObject({
    reason: "step_limit_exceeded",
  });
});
