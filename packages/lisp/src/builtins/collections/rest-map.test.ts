import { expect, test } from "vitest";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";

test("a map pattern after & takes named arguments", async () => {
  await expectPrinted([
    [
      "(let [f (fn [x & {:keys [a b] :or {b 3} :as all}] [x a b all])] [(f 1 :a 2) (f 1) (f 1 :a 2 :b nil) (f 1 {:a 5}) (f 1 :a 2 {:b 4 :a 7})])",
      "[[1 2 3 {:a 2}] [1 nil 3 nil] [1 2 nil {:a 2, :b nil}] [1 5 3 {:a 5}] [1 7 4 {:a 7, :b 4}]]",
    ],
    ["(do (defn total [& {:keys [net tax]}] (+ net tax)) (total :net 10 :tax 2))", "12"],
    ["(let [[x & {:keys [y]}] [1 :y 2]] [x y])", "[1 2]"],
  ]);
  expect((await failOf("((fn [& {:keys [a]}] a) :a 1 :b)")).details).toMatchObject({
    kind: "arity_error",
    hint: "write (f :key value ...), or pass a map as the last argument",
  });
});
