import { describe, expect, test } from "vitest";
import { printValue } from "@ptc/core/printing";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";
import { decodeMemory, run } from "../../index.ts";

describe("functions that take functions", () => {
  test("comp, partial and juxt pass every argument on", async () => {
    await expectPrinted([
      ["[((comp) 5) ((comp inc) 5) ((comp str +) 1 2 3) ((comp inc {:a 1}) :a)]", '[5 6 "6" 2]'],
      ["[((partial +)) ((partial + 1 2) 3 4) ((partial {:a 1}) :a)]", "[0 10 1]"],
      [
        "[((complement even?) 3) ((constantly nil) 1 2) ((juxt + vector) 1 2)]",
        "[true nil [3 [1 2]]]",
      ],
      [
        "[((fnil inc 0) nil) ((fnil + 10 20) nil nil) ((fnil + 10 20) 1 nil) ((fnil vector 1) nil nil)]",
        "[1 30 21 [1 nil]]",
      ],
      [
        "[((every-pred odd? pos?) 1 3) ((every-pred odd? pos?) 1 -3) ((every-pred odd?))]",
        "[true false true]",
      ],
      [
        "[((some-fn :a :b) {:b 2}) ((some-fn odd? neg?) 2 -4) ((some-fn odd?) 2) ((some-fn :a) {})]",
        "[2 true false nil]",
      ],
      [
        "[((memoize +) 1 2) (trampoline (fn [n] (fn [] (* 2 n))) 4) (sort (comparator >) [1 2])]",
        "[3 8 (2 1)]",
      ],
    ]);
  });

  test("apply spreads its last argument", async () => {
    await expectPrinted([
      [
        '[(apply + [1 2]) (apply + 1 2 [3]) (apply + nil) (apply str "ab") (apply + 1 #{2}) (apply max (range 3))]',
        '[3 6 0 "ab" 3 2]',
      ],
    ]);
    expect((await failOf("(apply + 1)")).message).toBe(
      "apply: expected a collection, got number 1",
    );
    expect(await failOf("(apply nil [1])")).toMatchObject({ details: { kind: "not_callable" } });
  });

  test("memoize calls its function once for equal arguments", async () => {
    const step = await run(
      "(let [f (memoize (fn [& xs] (println xs) nil))] (f 1) (f 1.0) (f [1]) (f [1]) (f))",
    );
    expect(step.prints).toHaveLength(3);
  });

  test("ends nested compositions at the depth limit, and runs one long composition", async () => {
    expect(
      await failOf("(loop [f inc i 0] (if (< i 20000) (recur (comp f inc) (inc i)) (f 1)))"),
    ).toMatchObject({ reason: "depth_exceeded" });
    expect(await printed("((apply comp (repeat 20000 inc)) 1)")).toBe("20001");
  });

  test("errors about functions made by fnil and juxt say how to call them", async () => {
    expect(await failOf("(juxt)")).toMatchObject({ details: { kind: "arity_error" } });
    expect((await failOf("((fnil + 1 2) nil)")).message).toBe(
      "the function made by fnil takes at least 2 arguments, got 1",
    );
    expect((await failOf("(fnil + 1 2 3 4)")).details).toMatchObject({
      hint: "write (fnil f x y z)",
    });
  });
});

test("functions made from functions survive memory with their parts", async () => {
  const made = await run(`(do (def k 10)
    (def a (partial + k)) (def b (comp a inc)) (def c (juxt a b (fn [x] (* x k)))) (def d (comp (filter odd?) (map a))) (def e (fnil a 0)) :ok)`);
  expect(made.ok).toBe(true);
  const memory = await decodeMemory(JSON.parse(JSON.stringify(made.memory)));
  const step = await run("[(b 1) (c 1) (into [] d [1 2 3]) (e nil)]", { memory });
  expect(step.ok && printValue(step.value)).toBe("[12 [11 12 10] [11 13] 10]");
});
