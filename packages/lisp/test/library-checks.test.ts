// Libraries are checked when they are made: their sources, their names and what loading them does.

import { createLibraries, LibraryError, run } from "@ptc/lisp";
import { expect, test } from "vitest";

async function problemOf(sources: Readonly<Record<string, string>>): Promise<string> {
  try {
    await createLibraries(sources);
    return "none";
  } catch (error) {
    return String(error);
  }
}

test("libraries list their functions with parameters, docs, lines and the tools they may reach", async () => {
  const libraries = await createLibraries({
    orders: `(ns orders "Orders of one shop." (:require [money :as m]))
      (def days 3)
      (defn- fetch [id] (tool/fetch-order {:id id}))
      (defn order "Returns one order." [id] (fetch id))
      (defn total ([order] (total order 0)) ([order fee & more] (m/plus (:amount order) fee)))
      (def late? (comp neg? :days))`,
    money: `(defn plus {:doc "Adds."} [a b] (+ a b))`,
  });
  const [orders, money] = libraries.all;
  expect(orders).toMatchObject({
    name: "orders",
    doc: "Orders of one shop.",
    requires: ["money"],
    functions: [
      { name: "days", arglists: [], tools: [], line: 2 },
      { name: "order", arglists: ["[id]"], doc: "Returns one order.", tools: ["fetch-order"] },
      { name: "total", arglists: ["[order]", "[order fee & more]"], tools: [] },
      { name: "late?", arglists: [] },
    ],
  });
  expect(money?.functions).toEqual([
    { name: "plus", arglists: ["[a b]"], doc: "Adds.", tools: [], line: 1 },
  ]);
  expect(libraries.get("orders")).toBe(orders);
});

test("the hash of a library changes with its source and with the libraries it requires", async () => {
  const sources = { a: "(ns a (:require [b]))", b: "(def x 1)", c: "(def x 1)" };
  const hashes = async (changed: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    (await createLibraries({ ...sources, ...changed })).all.map(({ hash }) => hash);
  const [a, b, c] = await hashes({});
  expect(a).toMatch(/^[0-9a-f]{64}$/);
  expect(b).toBe(c);
  expect(await hashes({})).toEqual([a, b, c]);
  const [otherA, otherB, otherC] = await hashes({ b: "(def x 2)" });
  expect(otherA).not.toBe(a);
  expect(otherB).not.toBe(b);
  expect(otherC).toBe(c);
});

test("mistakes in a library have its file, their line and advice", async () => {
  const error = await createLibraries({ bad: "(defn f [x]\n  (mapp inc x))" }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LibraryError);
  const { library, fails, message } = error as LibraryError;
  expect(library).toBe("bad");
  expect(fails[0]?.details?.position).toMatchObject({ file: "bad.clj", line: 2, column: 4 });
  expect(message).toBe(
    "the library bad can't be used: unknown symbol mapp (bad.clj, line 2, column 4)\n" +
      "  (mapp inc x))\n   ^\nhint: did you mean `map` or `map?` or `mapv`?",
  );
});

test.each([
  ["(defn f [x", "Unclosed ["],
  ["(println 1)", "a library has only definitions at its top level"],
  ["(defonce x 1)", "defonce: a library has no state"],
  ["(defn f [x] (def y x))", "def: a library has definitions only at its top level"],
  ["(defn f [x] x) (defn g [] (f 1 2))", "bad/f takes 1 argument, got 2"],
  ["(defn f [x] y) (def y 1)", "y is used above its definition"],
  ["(declare f)", "f is declared, but never defined"],
  ["(declare f) (def x (f)) (defn f [] 1)", "x needs f, which is defined below"],
  ["(defn f [] 1) (def f 2)", "f is defined twice"],
  ["(declare f) (def f 2)", "f is a constant"],
  ["(ns other)", "the library is named bad, but its ns is other"],
  ["(def x)", "def: expected one value"],
  ["(def a/b 1)", "expected a name without a namespace"],
  ["(defn f [x] (set/union x))", "none"],
  ["(defn f [x] (tool/search x))", "none"],
])("checks the library %s", async (source, problem) => {
  expect(await problemOf({ bad: source })).toContain(problem);
});

test.each([
  ["(def x (tool/fetch {}))", "tool/fetch: a library can't call tools while it is loaded"],
  ["(defn f [] (tool/fetch {})) (def x (f))", "a library can't call tools while it is loaded"],
  ["(def x (rand))", "x depends on the time or on chance"],
  ["(def x (java.time.Instant/now))", "x depends on the time or on chance"],
  ["(def x (println 1))", "x prints when it is computed"],
  ["(def x (atom 1))", "x can't be shared by programs: a value of type atom"],
  ["(def x (range))", "the sequence has no end"],
  ["(def x (loop [] (recur)))", "exceeded its limit of 1000000 steps"],
  ["(def x (/ 1 0))", "/: division by zero (bad.clj, line 1, column 8)"],
  ["(def x data/orders)", "orders"],
  ["(def f (partial map tool/fetch))", "none"],
  ["(def x (mapv inc (range 3)))", "none"],
])("computes the constants of %s without effects", async (source, problem) => {
  expect(await problemOf({ bad: source })).toContain(problem);
});

test("libraries that require each other in a circle are refused with the path", async () => {
  const circle = {
    a: "(ns a (:require b))",
    b: "(ns b (:require [c :as c]))",
    c: "(require '[a])",
  };
  expect(await problemOf(circle)).toContain("in a circle: a → b → c → a");
  expect(await problemOf({ a: "(ns a (:require [a]))" })).toContain("in a circle: a → a");
});

test("a library sees only the libraries it requires, and their public names", async () => {
  const b = "(defn- hidden [] 1) (defn shown [] 1)";
  expect(await problemOf({ a: "(defn f [] (b/shown))", b })).toContain(
    "b/shown: the library a doesn't require b",
  );
  expect(await problemOf({ a: "(ns a (:require [b])) (defn f [] (b/hidden))", b })).toContain(
    "b/hidden is private to the library b",
  );
  expect(await problemOf({ a: "(ns a (:require [b :refer [hidden]]))", b })).toContain(
    "b has no hidden; it has: shown",
  );
  expect(await problemOf({ a: "(ns a (:require [bb]))", bb: b })).toBe("none");
});

test.each([
  [{ Orders: "" }, "libraries.Orders", "a library needs a name such as orders"],
  [{ str: "" }, "libraries.str", "the language uses this name"],
  [{ "clojure.set": "" }, "libraries.clojure.set", "the language uses this name"],
  [{ tool: "" }, "libraries.tool", "the language uses this name"],
  [{ a: 1 }, "libraries.a", "expected its source as text"],
  [[], "libraries", "expected"],
  ["(def x 1)", "libraries", "expected sources by name"],
])("refuses the option libraries: %j", async (libraries, option, problem) => {
  const error: unknown = await run("1", { libraries: libraries as Record<string, string> }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: "OptionError", option });
  expect(String(error)).toContain(problem);
});
