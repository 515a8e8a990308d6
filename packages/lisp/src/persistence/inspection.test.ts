// Consoles show memory and steps as data.
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { Memory, run } from "../index.ts";

test("shows memory as a Map of its values", () => {
  expect(inspect(Memory.from({ total: 3, tags: ["late"] }))).toBe(
    "Map(2) { 'total' => 3, 'tags' => [ 'late' ] }",
  );
});

test("shows a step as data, its value and functions included", async () => {
  const step = await run("(defn f [x] x) (def open {:id 7}) [:late #{1} f]");
  const text = inspect(step);
  expect(text).toContain("memory: Map(2) { 'f' => #<function f>, 'open' => Map(1) { :id => 7 } }");
  expect(text).toContain("value: [ :late, Set(1) { 1 }, #<function f> ]");
  expect(text).toContain("return: [ 'late', [ 1 ], '#<function>' ]");
});

test("shows a hundred names of a large memory", () => {
  const values = Array.from({ length: 5000 }, (_, index) => [`name-${String(index)}`, index]);
  const text = inspect(Memory.from(Object.fromEntries(values) as Record<string, unknown>));
  expect(text).toContain("4900 more items");
  expect(text.length).toBeLessThan(5000);
});
