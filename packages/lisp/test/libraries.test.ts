// `ns`, `require`, `use` and `import`: aliases for libraries at the start of a program.

import { describe, expect, test } from "vitest";
import { decodeMemory, run } from "../src/index.ts";

async function answer(source: string): Promise<unknown> {
  const step = await run(source);
  return step.ok ? step.return : step.fail.message;
}

describe("library aliases", () => {
  test.each([
    [
      '(ns a.b (:require [clojure.string :as t] [clojure.set :refer [rename-keys]])) [(t/trim " a ") (rename-keys {:k 1} {:k :n})]',
      ["a", { n: 1 }],
    ],
    ["(require '[clojure.set :as s]) (count (s/union #{1} #{2}))", 2],
    ['(require \'clojure.string) (clojure.string/trim " a ")', "a"],
    ['(require \'[clojure.string :refer :all]) (reverse "abc")', "cba"],
    ['(use \'clojure.string) (map upper-case ["a"])', ["A"]],
    ["(use '[clojure.set :only [rename-keys]]) (rename-keys {:a 1} {:a :b})", { b: 1 }],
    ['(require \'[clojure.data.json :as j]) (j/read-str "[1]")', [1]],
    ["(require '[clojure.math :as m]) (m/sqrt 4)", 2],
    ['(require \'[clojure.edn :as e]) (e/read-string "[1]")', [1]],
    ['(import \'java.time.LocalDate) (str (LocalDate/parse "2026-01-05"))', "2026-01-05"],
    ["(import '[java.time LocalDate Instant] 'java.util.Date) 1", 1],
    ["(ns a (:import (java.time LocalDate) java.lang.ArithmeticException)) 1", 1],
    ['(ns a "what it does" {:author 1} (:refer-clojure :exclude [map])) (map inc [1])', [2]],
    ["(require '[clojure.set :refer [union]]) (let [union +] (union 1 2))", 3],
    ["(require '[clojure.set :refer [join]]) (defn join [x] x) (join 7)", 7],
    ["(let [require 1 ns 2] (+ require ns))", 3],
    ["(require '[clojure.string :as t])", null],
  ])("resolves aliases and referred names: %s", async (source, expected) => {
    expect(await answer(source)).toEqual(expected);
  });
});

describe("errors about library aliases", () => {
  test.each([
    [
      "(require '[clojure.strin :as s])",
      "require: there is no library clojure.strin; available: clojure.core, clojure.string, clojure.set, clojure.walk, clojure.math, clojure.edn, clojure.pprint, clojure.data.json, cheshire.core, json, csv",
      "did you mean `clojure.string` or `clojure.pprint` or `clojure.core`?",
    ],
    [
      "(def x 1) (require '[clojure.string :as s])",
      "require: is allowed only at the start of a program",
      "move it before all other forms, or omit it: str/, set/, walk/, json/, math/ and edn/ are available",
    ],
    [
      "(require [clojure.string :as s])",
      "require: a vector is not quoted",
      "write (require '[clojure.string :as str] '[clojure.set :refer [union]])",
    ],
    [
      "(require '[clojure.string :as data])",
      "require: data is already defined",
      "choose another alias",
    ],
    [
      "(require '[clojure.string :only [join]])",
      "require: :only is not supported here",
      "write (require '[clojure.string :as str] '[clojure.set :refer [union]])",
    ],
    [
      "(require)",
      "require: is empty",
      "write (require '[clojure.string :as str] '[clojure.set :refer [union]])",
    ],
    [
      "(ns a (:gen-class))",
      "ns: (:gen-class) is not supported",
      "write (ns name (:require [clojure.string :as str] [clojure.set :refer [union]]))",
    ],
    [
      "(use '[clojure.set :only [unoin]])",
      "clojure.set has no unoin; it has: union intersection difference subset? superset? rename-keys map-invert select project rename index join",
      "did you mean `union` or `join`?",
    ],
    [
      "(import 'java.time.LocalDat)",
      expect.stringContaining("there is no class java.time.LocalDat; available: Math, "),
      "did you mean `LocalDate`?",
    ],
    [
      "(import 'org.joda.time.LocalDate)",
      expect.stringContaining("there is no class org.joda.time.LocalDate"),
      "did you mean `LocalDate` or `LocalTime` or `Locale`?",
    ],
  ])("explains why a name can't be required: %s", async (source, message, hint) => {
    const step = await run(source);
    expect(
      step.ok ? undefined : [step.fail.reason, step.fail.message, step.fail.details?.["hint"]],
    ).toEqual(["analysis_error", message, hint]);
  });
});

test("a function in memory works in a program without its aliases", async () => {
  const { memory } = await run(`
    (require '[clojure.string :as t] '[clojure.set :refer [rename-keys]])
    (defn named [m] (t/upper-case (:b (rename-keys m {:a :b}))))
    (def trimmed #(t/trim %))
    (def twice (letfn [(one [x] (t/reverse x)) (both [x] (str x (one x)))] both))
    (defn quoted [] ['t/trim (let [rename-keys 1] rename-keys)])`);
  expect(JSON.stringify(memory)).not.toContain("(t/upper-case");
  const again = await run('[(named {:a "x"}) (trimmed " k ") (twice "ab") (map str (quoted))]', {
    memory: await decodeMemory(JSON.parse(JSON.stringify(memory))),
  });
  expect(again.ok ? again.return : again.fail).toEqual(["X", "k", "abba", ["t/trim", "1"]]);
});

describe("reading data from text", () => {
  test.each([
    ['(read-string "{:a [1 2.5 \\\\b] :c #{nil true}}")', { a: [1, 2.5, "b"], c: [null, true] }],
    ['(read-string "(+ 1 2)")', ["+", 1, 2]],
    ['(edn/read-string "")', null],
    ["(edn/read-string nil)", null],
    ['(clojure.edn/read-string {:eof 7} " ")', 7],
    ['(str (edn/read-string "#inst \\"2026-01-05\\""))', "2026-01-05T00:00:00Z"],
    ['(read-string "")', "read-string: the text contains no value"],
    ['(read-string "#(inc %)")', "read-string: code (a function) is not data"],
    ['(read-string "{:a 1 :a 2}")', "read-string: a key of a map appears twice in the text"],
    ['(read-string "#{1 1}")', "read-string: a member of a set appears twice in the text"],
    ['(read-string "[1")', "read-string: the text cannot be read as a value"],
    [
      '(read-string "#inst \\"nope\\"")',
      "read-string: #inst of this text cannot be read as a value",
    ],
    [
      '(edn/read-string {:readers {}} "1")',
      "clojure.edn/read-string: the only option is :eof, got others in the map",
    ],
    ["(read-string 1)", "read-string: expected the text of a value, got number 1"],
  ])("reads data from text: %s", async (source, expected) => {
    expect(await answer(source)).toEqual(expected);
  });

  test("reading data from text stays within the limits of steps and memory", async () => {
    const text = "[1] ".repeat(200_000);
    const few = await run("(read-string data/text)", {
      context: { text },
      limits: { steps: 1000 },
    });
    expect(few.ok ? undefined : few.fail.reason).toBe("step_limit_exceeded");
    const little = await run("(read-string data/text)", {
      context: { text },
      limits: { memoryBytes: 100_000 },
    });
    expect(little.ok ? undefined : little.fail.reason).toBe("memory_exceeded");
  });
});
