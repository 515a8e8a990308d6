// Programs that would never end: loops, endless sequences, recursion.

import { describe, expect, test } from "vitest";
import { failOf, printed } from "../evaluate.ts";
import { expectLimit } from "./expect-limit.ts";

describe("endless loops and sequences", () => {
  test.each([
    "(loop [] (recur))",
    "(reduce + (range))",
    "(reduce + (map inc (range)))",
    "(last (iterate inc 0))",
    "(count (filter neg? (range)))",
    "(some neg? (iterate inc 0))",
    "(loop [] (dotimes [i 10] (sort [3 2 1])) (recur))",
    "(first (filter neg? (cycle [1 2 3])))",
    "(while true nil)",
    "((fn f [] (recur)))",
    "(trampoline (fn f [] f))",
  ])("an endless loop or sequence ends in a failure: %s", async (source) => {
    const fail = await failOf(source, { limits: { steps: 200_000, memoryBytes: 20_000_000 } });
    expect(fail.reason === "eval_error" ? fail.details?.kind : fail.reason).toMatch(
      /^(step_limit_exceeded|memory_exceeded|unbounded_sequence)$/,
    );
  });

  test("rejects an endless sequence where all elements are needed", async () => {
    for (const source of [
      "(vec (range))",
      "(count (repeat 1))",
      "(str (iterate inc 0))",
      "(range)",
      "(pr-str (cycle [1]))",
      "(return {:all (repeatedly rand)})",
    ]) {
      expect(await failOf(source)).toMatchObject({
        reason: "eval_error",
        details: { kind: "unbounded_sequence" },
      });
    }
  });

  test("stops a program at its time limit even if steps are left", async () => {
    await expectLimit("timeoutMs", "(loop [] (recur))", {
      limits: { steps: 1e12, timeoutMs: 100 },
    });
    await expectLimit("timeoutMs", "(loop [] (sort (range 1000)) (recur))", {
      limits: { steps: 1e12, memoryBytes: 1e12, timeoutMs: 100 },
    });
  });

  test("an abort ends a program at its next check", async () => {
    expect(await failOf("(loop [] (recur))", { signal: AbortSignal.abort() })).toMatchObject({
      reason: "cancelled",
    });
    const controller = new AbortController();
    const tools = {
      stop: () => {
        controller.abort();
      },
    };
    expect(
      await failOf("(tool/stop) (loop [] (recur))", { tools, signal: controller.signal }),
    ).toMatchObject({ reason: "cancelled" });
  });
});

describe("endless recursion", () => {
  test.each([
    "((fn f [n] (+ 1 (f n))) 1)",
    "(declare b) (defn a [n] (inc (b n))) (defn b [n] (inc (a n))) (a 1)",
    "(letfn [(a [n] (inc (b n))) (b [n] (inc (a n)))] (a 1))",
    "((fn f [x] (map f [(f x)])) 1)",
    "((fn f [x] (apply f [(f x)])) 1)",
    "(let [f (fn [g] (inc (g g)))] (f f))",
    "((fn f [s] (sort-by (fn [x] (f s)) s)) [2 1])",
  ])("endless recursion ends at the depth limit: %s", async (source) => {
    await expectLimit("depth", source);
  });

  test("a value nested too deep to traverse fails with its own reason", async () => {
    const deep = (use: string): string =>
      `(let [deep (fn [] (nth (iterate vector 1) 5000)) v (deep) w (deep)] ${use})`;
    for (const use of [
      "v",
      "(= v w)",
      "(distinct [v w])",
      "(compare v w)",
      "(get {v 1} w)",
      "(do (def kept v) 1)",
      "(json/generate-string v)",
    ]) {
      expect(await failOf(deep(use))).toMatchObject({
        reason: "depth_exceeded",
        message: "data is nested more than 512 levels deep: flatten it or keep references by id",
      });
    }
  });

  test("a chain of lazy sequences ends in a typed failure", async () => {
    expect(
      await failOf("(first (nth (iterate (fn [s] (map inc s)) (range)) 100000))"),
    ).toMatchObject({ reason: "depth_exceeded" });
  });
});

test("the default limits allow ordinary work", async () => {
  expect(await printed("(loop [i 0] (if (< i 1000000) (recur (inc i)) i))")).toBe("1000000");
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    id: index,
    group: `group-${String(index % 7)}`,
  }));
  expect(await printed("(count (group-by :group data/rows))", { context: { rows } })).toBe("7");
  expect(
    await printed("(count (distinct (concat data/rows data/rows)))", { context: { rows } }),
  ).toBe("10000");
  expect(
    await printed("(count (frequencies (map (juxt :id :group) data/rows)))", { context: { rows } }),
  ).toBe("10000");
  expect(
    await printed("(count (map #(assoc % :seen true) data/rows))", { context: { rows } }),
  ).toBe("10000");
});
