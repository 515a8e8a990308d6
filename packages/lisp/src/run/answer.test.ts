import { expect, test } from "vitest";
import { run } from "../index.ts";

test("a definition without end is not kept, and its program answers", async () => {
  const step = await run(
    "(def evens (filter even? (range))) (def page {:all (range)}) (def few (take 3 evens)) few",
  );
  expect(step).toMatchObject({ ok: true, return: [0, 2, 4] });
  expect([...step.memory.names()]).toEqual(["few"]);
  expect(step.warnings).toEqual(
    ["evens", "page"].map(
      (name) =>
        `${name} was not kept: its sequence has no end, and a later program can only use a part that was taken of it`,
    ),
  );
});

test("a definition that fails when its elements are computed still fails the program", async () => {
  const step = await run("(def bad (take-while pos? (map (fn [x] (/ 5 (- 3 x))) (range)))) 1");
  expect(step).toMatchObject({ ok: false, fail: { details: { kind: "arithmetic_error" } } });
});
