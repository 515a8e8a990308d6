// Behavior of a process that has loaded nothing lazily yet. Each case runs in a new process,
// because other suites have already loaded code in this one.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { bundledModules } from "../../../vitest.bundles.ts";
import { check, decodeMemory, run } from "../src/index.ts";
import { sampled } from "./sampled.ts";

const [entry, loading] = await bundledModules(
  ["index.ts", "loading/lazy-code.ts"].map((name) => join(import.meta.dirname, "../src", name)),
);

/**
 * Runs `body`, the body of an asynchronous function, in a new process and returns its result from
 * JSON.
 */
async function inNewProcess(body: string): Promise<unknown> {
  const program = `const { check, createSession, decodeMemory, prepare, run } = await import(${JSON.stringify(entry)});
    const answer = await (async () => { ${body} })();
    console.log(JSON.stringify(answer));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--no-warnings",
    "--input-type=module",
    "--eval",
    program,
  ]);
  return JSON.parse(stdout);
}

const ending =
  "const ending = ({ ok, value, fail, prints, usage: { steps, memoryBytes } }) => [ok, value, fail, prints, steps, memoryBytes];";

const value =
  "const value = async (source, options) => { const step = await run(source, options); return step.ok ? step.return : step.fail.message; };";

describe("new processes", () => {
  test("builtins of every chunk are available to the first program", async () => {
    expect(
      await inNewProcess(`${value} return [
      await value("(+ 1 2)"),
      await value('(re-find #"b+" "abbc")'),
      await value('(str (LocalDate/parse "2026-01-31"))'),
      await value("(let [f (comp inc Math/abs)] (into [] (map f) [-1 2]))"),
      await value("(.toUpperCase \\"a\\")"),
      await value('(str "a" @(atom 1))'),
    ];`),
    ).toEqual([3, "bb", "2026-01-31", [2, 3], "A", "a1"]);
  });

  test("loads the tables for non-ASCII text when needed, and the program prints once", async () => {
    expect(
      await inNewProcess(`
      const answers = [];
      for (const [source, options] of [
        ["(+ 1 2)", {}],
        ['(println "once") (count "ne\u0301")', {}],
      ]) {
        const { ok, value, prints, usage } = await run(source, options);
        answers.push({ ok, value, prints, steps: usage.steps });
      }
      const again = await run('(println "once") (count "ne\u0301")');
      return [...answers, answers[1].steps === again.usage.steps];
    `),
    ).toEqual([
      { ok: true, value: 3, prints: [], steps: expect.any(Number) as number },
      { ok: true, value: 2, prints: ["once"], steps: expect.any(Number) as number },
      true,
    ]);
    // The cases cover a `finally` that could swallow the request to load, destructuring of a text
    // without any builtin, and programs in which a second run would be visible.
    expect(
      await inNewProcess(
        `${value} return [await run('(try (return 1) (finally (println (count "ne\u0301"))))').then((step) => step.prints)];`,
      ),
    ).toEqual([["2"]]);
    expect(
      await inNewProcess(`${value} return await value('(let [[_ second] "ne\u0301"] second)');`),
    ).toBe("é");
    expect(
      await inNewProcess(
        `${value} let calls = 0; const answer = await value('(tool/next {}) (count "ne\u0301")', { tools: { next: () => ++calls } }); return [answer, calls];`,
      ),
    ).toEqual([2, 1]);
    expect(
      await inNewProcess(
        `${value} let drawn = 0; const answer = await value('(rand) (count "ne\u0301")', { random: () => ++drawn / 8 }); return [answer, drawn];`,
      ),
    ).toEqual([2, 1]);
  });

  test("questions about the language see all of it", async () => {
    const asked =
      '[(string? (doc map)) (some? (doc postwalk)) (some? (doc upper-case)) (count (apropos "union")) (:kind (meta if))]';
    expect(await inNewProcess(`${value} return await value(${JSON.stringify(asked)});`)).toEqual([
      true,
      true,
      true,
      1,
      "special form",
    ]);
  });

  test("reports mistakes with the same messages as a process with everything loaded", async () => {
    const wrong = [
      "(flter odd? [1])",
      "(str/jion [1])",
      "(slurp 1)",
      "(inc)",
      "(upper-case)",
      "(let [map 1] (map inc))",
      "(+ 1",
      "(Math/flor 1.5)",
      "(do (nope) (nada) (dissoc))",
      "(let [x] (if) (:a) ({:a 1}) #(1))",
      "(defn [x] (recur) (for [y] y) (let [{:or 1} x] {:a 1 :a 2}))",
    ];
    const failsOf = async (source: string): Promise<unknown> =>
      JSON.parse(JSON.stringify(await check(source)));
    const cold = await inNewProcess(
      `const answers = []; for (const source of ${JSON.stringify(wrong)}) answers.push(await check(source)); return answers;`,
    );
    expect(cold).toEqual(await Promise.all(wrong.map(failsOf)));
  });

  // In each of them, a different feature is the first to need rarely used code.
  test.each(
    sampled(
      [
        '(try (map-indexed inc [1]) (/ 1 nil) (catch ClassCastException e 1) (catch NullPointerException e (ex-message e)) (finally (println "end")))',
        "(reduce + (map :n [{:n 1} {:m 2}]))",
        "(sort [3 nil {:a 1}])",
        "(fail {:reason :none :rows (map inc (range 3))})",
        '(ns report (:require [clojure.string :as s] [clojure.set :refer [union]])) (letfn [(f [x] (if (pos? x) (g (dec x)) (union #{x} #{:end}))) (g [x] (f x))] [(f 3) (s/upper-case "a")])',
        "(defn f [n] (lazy-seq (cons n (f (inc n))))) (if-let [x (first (drop 3 (f 1)))] (cond-> x true inc) 0)",
        "(let [d (delay (println 1) 2)] (dotimes [i 2] (force d)) (doto (atom @d) (swap! inc)))",
        "(defn f [x] {:pre [(pos? x)] :post [(even? %)]} (* 2 x)) [(f 1) (f 0)]",
        "(letfn [f] 1) (catch 1) (condp = 1 2) (require 'nothing)",
        "(if-let [x 1] (nope x) (recur))",
        "(for [x (iterate inc 1) :while (< x 4) y (cycle [1 2]) :while (< y x)] [x y])",
        "(loop [] (recur))",
      ],
      4,
    ),
  )("%s ends in the same step as with everything loaded", async (source) => {
    const { ok, prints, usage, ...step } = await run(source, { limits: { steps: 20_000 } });
    const warm = step as { readonly value?: unknown; readonly fail?: unknown };
    expect(
      await inNewProcess(
        `${ending} return ending(await run(${JSON.stringify(source)}, { limits: { steps: 20_000 } }));`,
      ),
    ).toEqual(
      JSON.parse(
        JSON.stringify([ok, warm.value, warm.fail, prints, usage.steps, usage.memoryBytes]),
      ),
    );
  });

  test("ordinary programs don't load rarely used code", async () => {
    expect(
      await inNewProcess(`const { lazyCode } = await import(${JSON.stringify(loading)});
      const isLoaded = () => lazyCode.language.loaded !== undefined;
      const tools = { get: () => ({ rows: [{ n: 1 }] }) };
      for (const source of [
        "(+ 1 2)",
        "(defn f [{:keys [n]}] (cond (> n 1) :more :else :one)) (mapv f (:rows (tool/get {})))",
        "(for [x [1 2 3] :when (odd? x)] (-> x inc str))",
        '(def total (reduce + (map count ["a" "bc"]))) (return {:total total})',
        "(loop [n 3] (when (pos? n) (recur (dec n))))",
      ])
        if (!(await run(source, { tools, yieldMs: Infinity })).ok || isLoaded()) return source;
      await run("(try 1)");
      return isLoaded();`),
    ).toBe(true);
  });

  test("counts a printed result as output, though nothing has loaded the printer", async () => {
    const source = '{:rows [1 2 3] :text "é"}';
    const length = '{:rows [1 2 3], :text "é"}'.length;
    const ended = `const ended = async (outputBytes) => {
      const step = await run(${JSON.stringify(source)}, { collections: "language", limits: { outputBytes } });
      return step.ok ? step.return === step.value : step.fail.message;
    };`;
    expect(await inNewProcess(`${ended} return await ended(${String(length)});`)).toBe(true);
    expect(await inNewProcess(`${ended} return await ended(${String(length - 1)});`)).toBe(
      `the program exceeded its limit of ${String(length - 1)} characters (the run's printed output and its result): print or return a summary, or the first few items (option limits.outputBytes)`,
    );
  });

  test("reads a lazy sequence of memory in the first program", async () => {
    const step = await run("(def squares (map (fn [x] (* x x)) (iterate inc 1)))");
    const json = JSON.stringify(step.memory);
    expect(
      await inNewProcess(
        `${value} return await value("(vec (take 3 (for [x squares :when (odd? x)] (inc x))))", { memory: await decodeMemory(JSON.parse(${JSON.stringify(json)})) });`,
      ),
    ).toEqual([2, 10, 26]);
  });

  test("reads memory with functions, whatever builtins they use", async () => {
    const step = await run(
      '(do (def shout (comp upper-case str)) (def parts (fn [s] (str/split s #"-"))) (def total (partial reduce +)) (def sorted (sorted-map-by (fn [a b] (> a b)) 1 :a 2 :b)))',
    );
    const json = JSON.stringify(step.memory);
    const used = '[(shout "a" 1) (parts "a-b") (total [1 2]) (vec (keys sorted))]';
    expect(
      await inNewProcess(
        `${value} return await value(${JSON.stringify(used)}, { memory: await decodeMemory(JSON.parse(${JSON.stringify(json)})) });`,
      ),
    ).toEqual(["A1", ["a", "b"], 3, [2, 1]]);
  });

  test("reads a journal with functions, whatever builtins they use", async () => {
    const step = await run('(task "make" (fn [s] (str/split s #"-")))', { journal: {} });
    const journal = JSON.stringify(step.journal);
    expect(
      await inNewProcess(
        `${value} return await value('((task "make" nil) "a-b")', { journal: JSON.parse(${JSON.stringify(journal)}) });`,
      ),
    ).toEqual(["a", "b"]);
  });

  test("programs that start at the same time get the same functions", async () => {
    expect(
      await inNewProcess(`const steps = await Promise.all(["(def f upper-case)", "(def f upper-case)"].map((source) => run(source)));
      return steps[0].memory.get("f") === steps[1].memory.get("f");`),
    ).toBe(true);
  });

  test("memory names given as an iterator work for every analysis", async () => {
    expect(
      await inNewProcess(
        'return (await prepare("(inc seen)", { memoryNames: new Set(["seen"]).values() })).ok;',
      ),
    ).toBe(true);
  });
});

test("rejects circular or deep JSON as memory", async () => {
  const circular: Record<string, unknown> = { $set: [] };
  circular["$set"] = [circular];
  await expect(decodeMemory({ circular })).rejects.toThrow();
  await expect(decodeMemory([])).rejects.toThrow(
    "option `memory`: expected an object of encoded values",
  );
});
