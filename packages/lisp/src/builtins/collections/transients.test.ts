import { expect, test } from "vitest";
import { run } from "../../index.ts";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";

test("a transient changes in place, and its source collection doesn't", async () => {
  await expectPrinted([
    ["(let [v [1] t (transient v)] (conj! t 2) [v (persistent! t)])", "[[1] [1 2]]"],
    [
      "(let [t (transient {})] (doseq [x [1 2 1]] (assoc! t x (inc (t x 0)))) (persistent! t))",
      "{1 2, 2 1}",
    ],
    [
      "(let [t (transient {:a 1}) {:keys [a b] :or {b 2}} t] [a b (count t) (find t :a)])",
      "[1 2 1 [:a 1]]",
    ],
    ["(let [t (transient [])] (dotimes [i 5000] (conj! t i)) (count (persistent! t)))", "5000"],
  ]);
});

test("rejects wrong uses of transients and says what to do", async () => {
  await expectFailures([
    ["(conj! [] 1)", "type_error", "conj!: expected a transient, got vector []"],
    [
      "(let [t (transient [])] (persistent! t) (count t))",
      "unsupported",
      "count: the transient cannot be used after persistent!",
    ],
    [
      "(map inc (transient [1]))",
      "type_error",
      "map: expected a collection, got transient #<transient>",
    ],
    ["(pop! (transient {}))", "type_error", "pop!: expected a transient vector, got a transient"],
    ["(pop! (transient []))", "index_error", "pop!: the transient vector is empty"],
  ]);
  expect(await failOf("(vec (transient [1]))")).toMatchObject({
    details: { hint: "end it first: (persistent! t)" },
  });
});

test("a transient belongs to the branch that made it, and isn't data", async () => {
  expect(await failOf("(let [t (transient [])] (pmap (fn [x] (conj! t x)) [1 2]))")).toMatchObject({
    message: "conj!: a transient can only be changed by the program and branch that made it",
    details: { hint: "end each branch with its value, and combine the values" },
  });
  expect(await failOf("{:t (transient [1])}")).toMatchObject({ reason: "validation_error" });
  const step = await run("(def t (transient [1])) (conj! t 2) (def kept (persistent! t)) kept");
  expect(step).toMatchObject({ ok: true, return: [1, 2] });
  expect([...step.memory.names()]).toEqual(["kept"]);
});
