import { expect, test } from "vitest";
import { knots } from "./check-folders.ts";

const paths = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([from, to]) => ({ from: `packages/p/src/${from}`, to: `packages/p/src/${to}` }));

test("accepts imports that point one way", () => {
  expect(knots(paths(["a/x.ts", "b/y.ts"], ["b/y.ts", "c/z.ts"], ["a/x.ts", "c/z.ts"]))).toEqual(
    [],
  );
});

test("reports two folders that import each other, with the importing files", () => {
  expect(knots(paths(["a/x.ts", "b/y.ts"], ["b/z.ts", "a/w.ts"]))).toEqual([
    "packages/p/src/a/x.ts -> packages/p/src/b/y.ts: packages/p/src/a -> packages/p/src/b -> packages/p/src/a",
    "packages/p/src/b/z.ts -> packages/p/src/a/w.ts: packages/p/src/b -> packages/p/src/a -> packages/p/src/b",
  ]);
});

test("finds a cycle through a third folder, and cycles of nested folders", () => {
  const circle = paths(["a/x.ts", "b/y.ts"], ["b/y.ts", "c/z.ts"], ["c/z.ts", "a/x.ts"]);
  expect(knots(circle)).toHaveLength(3);
  expect(knots(paths(["a/x/1.ts", "a/y/2.ts"], ["a/y/2.ts", "a/x/1.ts"]))).toHaveLength(2);
});

test("a file next to a folder and files inside the folder may import each other", () => {
  expect(knots(paths(["a/table.ts", "a/inner/x.ts"], ["a/inner/x.ts", "a/model.ts"]))).toEqual([]);
});
