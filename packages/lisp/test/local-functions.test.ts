import { expect, test } from "vitest";
import { decodeMemory, run } from "../src/index.ts";
import { expectFailures } from "./expect-failures.ts";
import { expectPrinted, printed } from "./evaluate.ts";

test("functions of a letfn see each other, themselves and the names around them", async () => {
  await expectPrinted([
    [
      "(letfn [(ev? [n] (if (= n 0) true (od? (dec n)))) (od? [n] (if (= n 0) false (ev? (dec n))))] [(ev? 10) (od? 7) (map ev? [1 2])])",
      "[true true (false true)]",
    ],
    [
      "(let [k 3] (letfn [(f [x] (map (fn [y] (+ k (g y))) x)) (g [y] (* k y))] (f [1 2])))",
      "(6 9)",
    ],
    ["(letfn [(f ([] (f 1)) ([x] (g x 2))) (g [a & more] [a more])] (f))", "[1 (2)]"],
    [
      "(letfn [(down [n acc] (if (= n 0) acc (recur (dec n) (conj acc n))))] (down 3 []))",
      "[3 2 1]",
    ],
    ["(letfn [(f [{:keys [a]}] (g a)) (g [x] (letfn [(f [y] (* y 10))] (f x)))] (f {:a 4}))", "40"],
    [
      "(defn make [k] (letfn [(f [n] (if (> n 3) [k n] (g n))) (g [n] (f (inc n)))] f)) [((make :a) 0) ((make :b) 1)]",
      "[[:a 4] [:b 4]]",
    ],
    ["(letfn [] 5)", "5"],
    ["(letfn [(f [] 1)])", "nil"],
  ]);
});

test("memory stores a letfn function together with the others", async () => {
  const step = await run(
    "(def is-even (let [zero 0] (letfn [(ev? [n] (if (= n zero) true (od? (dec n)))) (od? [n] (if (= n zero) false (ev? (dec n))))] ev?)))",
  );
  const memory = await decodeMemory(JSON.parse(JSON.stringify(step.memory)));
  expect(await printed("(map is-even [4 5])", { memory })).toBe("(true false)");
});

test("a function of a letfn may wait for a tool", async () => {
  const tools = {
    page: async ({ n }: { readonly [name: string]: unknown }): Promise<unknown> => {
      await Promise.resolve();
      return n === 3 ? null : n;
    },
  };
  expect(
    await printed(
      "(letfn [(fetch [n acc] (let [p (tool/page {:n n})] (if p (more n (conj acc p)) acc))) (more [n acc] (fetch (inc n) acc))] (fetch 0 []))",
      { tools },
    ),
  ).toBe("[0 1 2]");
});

test("explains a malformed letfn", async () => {
  const hint = "write (letfn [(f [x] …) (g [y] …)] body)";
  await expectFailures([
    ["(letfn [f [x] x] 1)", "invalid_binding", "letfn: expected a vector of functions", hint],
    ["(letfn (f [x] x))", "invalid_binding", "letfn: expected a vector of functions", hint],
  ]);
});

test("def returns a var, which can be called and dereferenced", async () => {
  await expectPrinted([
    ["(def x 5)", "#'x"],
    ["(defn f [x] x)", "#'f"],
    ["(defonce y 1)", "#'y"],
    ["(defn f [x] (inc x)) (map #'f [1 2])", "(2 3)"],
    ["(def x 1) [@#'x #'x]", "[1 #'x]"],
    ["(defn f [] 1) (def g #'f) (defn f [] 2) (g)", "2"],
    ["#'inc", "#<function inc>"],
  ]);
  // The result of a program that ends with a definition is the defined value.
  expect(await run("(def answer {:a 1})")).toMatchObject({ ok: true, return: { a: 1 } });
});

test("a stored var means its value in the next process", async () => {
  const step = await run("(defn f [] 1) (def g #'f)");
  const memory = await decodeMemory(JSON.parse(JSON.stringify(step.memory)));
  expect(await printed("[(g) g]", { memory })).toBe("[1 #'f]");
});

test("a stored function uses the program's own names where they shadow the language's", async () => {
  const step = await run(
    "(defn map [f xs] [:mine xs]) (defn when [x] [:own x]) (defn use [xs] (fn [] [(map inc xs) (when 1)])) (def kept (use [1 2]))",
  );
  const memory = await decodeMemory(JSON.parse(JSON.stringify(step.memory)));
  expect(await printed("(kept)", { memory })).toBe("[[:mine [1 2]] [:own 1]]");
});
