// A program returns the same step in a pool process as in this one: values, prints, counts,
// failures with locations, and tool calls.

import type { Value } from "@ptc/core/values";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../../src/index.ts";
import { createPool, type PoolRunOptions } from "../../src/node/index.ts";
import { sampled } from "../sampled.ts";
import { keepsCompiled } from "./pools.ts";
import { context, tools } from "./same-step-data.ts";
import { bothSteps, comparable } from "./same-step.ts";

const pool = createPool({ size: 1, memoryMb: 256, execArgv: keepsCompiled });
afterAll(() => pool.close());

type Options = PoolRunOptions & { readonly context?: Readonly<Record<string, unknown>> };

async function expectSame(source: string, options: Options = {}): Promise<void> {
  const [here, there] = await bothSteps(pool, source, options);
  expect([source, comparable(there)]).toEqual([source, comparable(here)]);
}

describe("programs in the pool return the same step:", () => {
  test.each(
    sampled(
      [
        "1",
        "nil",
        '{:status :paid "total" 12.5 :tags #{:a}}',
        '[##NaN ##Inf -0.0 (* 4503599627370497 4096) \'sym #"a+" \\x]',
        "(sorted-map :b 1 :a 2)",
        "(sorted-set-by > 1 2 3)",
        "(into {} (map (fn [i] [i (str i)]) (range 20)))",
        '{"7" 1 "3" 2 "x" 3}',
        '{"__proto__" 1 "constructor" {"a" 2}}',
        "(map inc (range 100))",
        "(take 5 (iterate inc 0))",
        "(return {:a 1})",
        '(do (println "a" :b) (println [1 "x"]) 3)',
        "(def x 1)",
        "(defn f [x] (+ x 1))",
        "#'inc",
        "inc",
        "(fn [x] x)",
        "[(partial + 1) (comp inc dec)]",
        "(atom 1)",
        '(LocalDate/parse "2026-01-31")',
        "(reduce + (range 1000))",
        "(->> (range 50) (group-by #(mod % 7)) (sort-by first))",
        "(loop [i 0 acc []] (if (< i 100) (recur (inc i) (conj acc (* i i))) acc))",
        '(re-seq #"[a-z]+" "ab cd")',
        "(try (/ 1 0) (catch Exception e (ex-message e)))",
        '(json/parse-string "{\\"a\\": [1, 2]}")',
        '(do (step-done "a" "first") (step-done "b" "second"))',
        "(try (/ 1 0) (catch Exception e e))",
        '{:kept [(ex-info "outer" {:inner (ex-info "inner" {:n 1})} (IllegalArgumentException. "cause"))]}',
        "(reduced 1)",
        "[#{(reduced [1 :a])} {(reduced 2) 1}]",
        "(let [a (atom 1)] {:status :paid :read (fn [] @a) :named (fn named [] @a) :later (partial (fn [x] @a) 1)})",
        "(let [a (atom 1)] {:sorted (sorted-map-by (fn [x y] @a (compare y x)) 1 :a 2 :b)})",
        '(def problem (ex-info "kept" {:a 1}))',
      ],
      3,
    ),
  )("returns the same step as in process: %s", (source) => expectSame(source));

  test("the next program can read a caught exception, as in process", async () => {
    const { value } = (await pool.run(
      '(try (throw (ex-info "no" {:id 7})) (catch Exception e e))',
    )) as { readonly value: Value };
    expect(await run("[(ex-message *1) (:id (ex-data *1))]", { history: [value] })).toMatchObject({
      ok: true,
      return: ["no", 7],
    });
    const { value: absent } = (await pool.run("(let [a (atom 1)] (fn [] @a))")) as {
      readonly value: Value;
    };
    expect(await run("(*1)", { history: [absent] })).toMatchObject({
      ok: false,
      fail: { message: expect.stringContaining("cannot call function #<function>") as string },
    });
  });

  test.each(
    sampled(
      [
        "(+ 1",
        "(undefined-thing 1)",
        "(+ 1 2) (slurp 1) (foo)",
        "(map)",
        '(+ 1 "x")',
        "(do (println 1) (inc nil))",
        "(/ 1 0)",
        "(nth [1 2] 9)",
        "(1 2)",
        '(throw (ex-info "bad" {:a [1 :b]}))',
        '(fail {:reason :not_found :message "no such order" :id 7})',
        '(fail "no")',
        "(fail {[1 2] #{3} :when 1})",
        "{[1 2] 3}",
        '{:a 1 "a" 2}',
        "(doc nothing-like-it)",
        "(do (def x 2) (/ 1 0))",
        "(vec (range))",
      ],
      3,
    ),
  )("fails in the same way as in process: %s", (source) => expectSame(source));

  test.each<[string, Options["limits"]]>([
    ["(loop [i 0] (recur (inc i)))", { steps: 50_000 }],
    ["(vec (range 1000000000))", { memoryBytes: 1_000_000 }],
    ['(loop [s "x"] (recur (str s s)))', { memoryBytes: 1_000_000 }],
    ["((fn f [n] (+ 1 (f n))) 1)", {}],
    ['(loop [] (println "xxxxxxxxxx") (recur))', { outputBytes: 1000 }],
    ["(dotimes [i 9] (tool/atOnce))", { toolCalls: 5 }],
    ["(pmap inc (range 20))", { branches: 10 }],
    ["(+ 1 1)", { sourceLength: 3 }],
    ["(loop [i 0 v []] (if (< i 5000) (recur (inc i) [v]) v))", {}],
    [
      "(do (println 1) (loop [i 0] (if (< i 10) (recur (inc i)) i)))",
      { steps: Infinity, memoryBytes: Infinity, timeoutMs: Infinity },
    ],
  ])("ends at a limit as in process: %s", (source, limits) =>
    expectSame(source, { tools, limits: limits ?? {} }),
  );

  test("ends at the time limit as in process, except for usage counts", async () => {
    const [here, there] = await bothSteps(pool, "(do (println 1) (loop [] (recur)))", {
      limits: { timeoutMs: 100, steps: 1e15 },
    });
    expect({ ...there, usage: 0 }).toEqual({ ...here, usage: 0 });
    expect(there).toMatchObject({
      ok: false,
      fail: { reason: "timeout", details: { limit: { option: "limits.timeoutMs", value: 100 } } },
    });
  });

  test.each(
    sampled(
      [
        "data/rows",
        "(map keys data/rows)",
        "(map :due-date data/rows)",
        "[data/when data/never data/big data/small data/minus data/infinite data/missing]",
        "data/map",
        "[data/holes (count data/holes)]",
        "[data/bytes data/boxed data/error data/symbol data/call data/regex]",
        "data/account",
        "(:owner data/account)",
        "[data/keyword (= :paid data/keyword) data/values]",
        "(:name (:self (:self data/circular)))",
        "data/bare",
        '[(keys data/__proto__own) (get-in data/__proto__own ["__proto__" "polluted"]) (:polluted data/__proto__own)]',
        "[data/computed data/broken]",
        "(assoc (first data/rows) :due-date :late)",
      ],
      3,
    ),
  )("reads host data as in process: %s", async (source) => {
    await expectSame(source, { context, collections: "native" });
    await expectSame(source, { context });
  });

  test.each(
    sampled(
      [
        "(tool/get {:order-id 7 :when #{1} :nested {:a-b [1 {:c nil}]}})",
        "(tool/get-all {})",
        '(tool/kinds {:a 1 :b (* 4503599627370497 4096) :c "s" :d nil :e [1] :f :kw :g ##NaN :h inc})',
        "(tool/value {})",
        "(= :yes (:found (tool/value {})))",
        "(pmap (fn [n] (println n) (tool/get {:n n})) (range 5))",
        "(pcalls #(tool/atOnce) #(tool/get {:x 1}))",
        "(map (fn [n] (:args (tool/get {:n n}))) [1 2 3])",
        "(tool/fail {:n 2})",
        '(try (tool/fail {:n "x"}) (catch Exception e [(ex-message e) (ex-data e)]))',
        "(pmap (fn [n] (tool/fail {:n n})) [1 2 3])",
        "(tool/failAtOnce {})",
        "(tool/failOddly {})",
        "(tool/atOnce {})",
        "(tool/deep {})",
        "(tool/missing {})",
        "(tool/get {[1] 2})",
        "(reduce (fn [a n] (+ a (:n (:args (tool/get {:n n}))))) 0 (range 10))",
        "(pmap (fn [i] (dotimes [j (if (= i 0) 4 1)] (tool/get {}))) [0 1])",
        "(do (def a (tool/get {:a 1})) (tool/get {:b (:args a)}))",
      ],
      3,
    ),
  )("calls tools as in process: %s", (source) =>
    expectSame(source, { tools, turn: 3, limits: { toolCalls: 12 } }),
  );
});

test("random numbers and the run id come from the same source as in process", async () => {
  const seen: string[] = [];
  const tools = {
    see: (_: unknown, { callId }: { readonly callId: string }) => {
      seen.push(callId);
      return null;
    },
  };
  const source = "(do (tool/see) (pmap (fn [_] (rand)) [1 2 3]))";
  const options = { random: () => 0.25, tools };
  const here = await run(source, options);
  const there = await pool.run(source, options);
  expect(there.ok && there.return).toEqual(here.ok && here.return);
  expect(new Set(seen).size).toBe(1);
});
