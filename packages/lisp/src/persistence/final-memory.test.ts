import { expect, test } from "vitest";
import { run } from "../index.ts";

test("drops an endless definition with a warning, and the program still returns", async () => {
  const step = await run(
    "(def evens (filter even? (range))) (def page {:all (range)}) (def few (take 3 evens)) few",
  );
  expect(step).toMatchObject({ ok: true, return: [0, 2, 4] });
  expect([...step.memory.names()]).toEqual(["few"]);
  expect(step.warnings).toEqual(
    ["evens", "page"].map(
      (name) =>
        `${name} was not saved, because its sequence may be infinite; save a part of it, as in (def ${name} (vec (take 100 …)))`,
    ),
  );
});

test("a definition whose elements fail to compute still fails the program", async () => {
  const step = await run("(def bad (take-while pos? (map (fn [x] (/ 5 (- 3 x))) (range)))) 1");
  expect(step).toMatchObject({ ok: false, fail: { details: { kind: "arithmetic_error" } } });
});

test("stores a recursive sequence if it ends soon enough, and otherwise drops it", async () => {
  const step = await run(
    "(defn up [n end] (lazy-seq (when (< n end) (cons n (up (inc n) end))))) (def few (up 0 3)) (def all (map inc (up 0 ##Inf))) (take 2 all)",
  );
  expect(step).toMatchObject({ ok: true, return: [1, 2] });
  expect([...step.memory.names()]).toEqual(["up", "few"]);
  expect(step.memory.toHost().few).toEqual([0, 1, 2]);
  expect(step.warnings).toHaveLength(1);
});
