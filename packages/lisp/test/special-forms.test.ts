import { describe, expect, test } from "vitest";
import { specialFormDocuments } from "../src/catalog/special-form-documents.ts";
import { specialForms } from "../src/analysis/special-forms.ts";
import { expectPrinted, failOf, printed } from "./evaluate.ts";

describe("special forms", () => {
  test("every special form does what its documentation shows", async () => {
    expect([...specialFormDocuments.keys()]).toEqual([...specialForms.keys()]);
    await expectPrinted([...specialFormDocuments.values()].map(({ example }) => example));
  });

  test("conditionals choose as in Clojure", async () => {
    await expectPrinted([
      ["(if nil 1)", "nil"],
      ["(if 0 :yes :no)", ":yes"],
      ["(cond)", "nil"],
      ["(cond nil 1 false 2)", "nil"],
      ["(and)", "true"],
      ["(or)", "nil"],
      ["(or false nil)", "nil"],
      ["(or nil false)", "false"],
      ["(and 1 2 3)", "3"],
      ["(case :a (:a :b) 1 2)", "1"],
      ['(case "x" "x" 1 2)', "1"],
      ["(case [1 2] [1 2] :pair :other)", ":pair"],
      ["(case nil nil :nothing :other)", ":nothing"],
      ["(if-let [[a b] [1 2]] (+ a b) 0)", "3"],
      ["(if-let [x false] x :else)", ":else"],
      ["(when-some [x false] x)", "false"],
      ["(let [x 1] (if-let [x nil] x x))", "1"],
    ]);
  });

  test("destructuring reads vectors and maps", async () => {
    await expectPrinted([
      ["(let [[a b & more :as all] [1 2 3 4]] [a b more all])", "[1 2 (3 4) [1 2 3 4]]"],
      ["(let [[a [b]] [1 [2]]] [a b])", "[1 2]"],
      ["(let [[a b c] [1]] [a b c])", "[1 nil nil]"],
      ["(let [[a & more] [1]] more)", "nil"],
      ['(let [[a b] "xy"] (= a "x"))', "true"],
      ["(let [{:keys [a b] :or {b 5} :as m} {:a 1}] [a b m])", "[1 5 {:a 1}]"],
      ["(let [{:keys [a] :or {a 5}} {:a nil}] a)", "nil"],
      ['(let [{:strs [a]} {"a" 1}] a)', "1"],
      ["(let [{x :a {y :c} :b} {:a 1 :b {:c 2}}] [x y])", "[1 2]"],
      ["(let [{:keys [a]} nil] a)", "nil"],
      ["((fn [{:keys [a]} [b]] [a b]) {:a 1} [2])", "[1 2]"],
      ["(loop [[x & xs] [1 2 3] total 0] (if x (recur xs (+ total x)) total))", "6"],
    ]);
  });

  test("functions support arities, names, rest arguments and closures", async () => {
    await expectPrinted([
      [
        "((fn ([a] [:one a]) ([a b] [:two a b]) ([a b & more] [:more more])) 1 2 3 4)",
        "[:more (3 4)]",
      ],
      ["((fn fact [n] (if (< n 2) 1 (* n (fact (dec n))))) 5)", "120"],
      ["((fn [& more] more))", "nil"],
      ["(#(+ %1 %2) 1 2)", "3"],
      ["(#(do %&) 1 2)", "(1 2)"],
      ["(let [add (fn [n] (fn [x] (+ n x)))] ((add 3) 4))", "7"],
      ["((fn [n] (if (< n 10) (recur (inc n)) n)) 0)", "10"],
      [
        "(do (defn even [n] (if (= n 0) true (odd (dec n)))) (even 0))".replace(
          "(defn even",
          "(declare odd) (defn even",
        ),
        "true",
      ],
      ["(do (defn f ([x] (f x 1)) ([x y] (+ x y))) (f 2))", "3"],
      [
        "(loop [i 0 fs []] (if (< i 3) (recur (inc i) (conj fs (fn [] i))) (+ ((fs 0)) ((fs 1)) ((fs 2)))))",
        "3",
      ],
    ]);
  });

  test("for and doseq filter, bind and stop early", async () => {
    await expectPrinted([
      ["(for [x [1 2 3] y [:a :b] :when (odd? x)] [x y])", "([1 :a] [1 :b] [3 :a] [3 :b])"],
      ["(for [x [1 2 3 4] :while (< x 3)] x)", "(1 2)"],
      ["(for [x [1 2] y [1 2 3] :while (< y 3)] (* x y))", "(1 2 2 4)"],
      ["(for [x [1 2] :let [y (* x x)]] y)", "(1 4)"],
      ["(for [[k v] {:a 1}] [v k])", "([1 :a])"],
      ['(for [c "ab"] c)', '("a" "b")'],
    ]);
  });

  test("threading forms insert the value at the documented position", async () => {
    await expectPrinted([
      ["(-> {:a {:b 1}} :a :b)", "1"],
      ["(->> [1 2 3] (map #(* % %)) (reduce +))", "14"],
      ["(some-> {:a 1} :b inc)", "nil"],
      ["(cond-> {} true (assoc :a 1) false (assoc :b 2))", "{:a 1}"],
      ["(as-> [1 2] v (conj v 3) (count v))", "3"],
    ]);
  });

  test("a local name shadows a name of the language", async () => {
    expect(await printed("(let [map {:a 1}] (map :a))")).toBe("1");
  });

  test("rejects recur where its value would be used", async () => {
    const fail = await failOf("(loop [i 0] (+ 1 (recur (inc i))))");
    expect(fail).toMatchObject({
      reason: "analysis_error",
      message: "recur: it must be the last form of its loop or function",
      details: { kind: "misplaced_recur" },
    });
  });
});

describe("equality", () => {
  test("compares a lazy sequence by its elements if one of the two ends", async () => {
    expect(await printed("(= [0 1 2] (take-while #(< % 3) (range)))")).toBe("true");
    expect(await printed("[(= [0 1] (range)) (= (filter odd? (range)) [1 3])]")).toBe(
      "[false false]",
    );
    expect(await failOf("(= (range) (range))")).toMatchObject({
      details: { kind: "unbounded_sequence", hint: "take a part of it first: (take 10 …)" },
    });
  });
});
