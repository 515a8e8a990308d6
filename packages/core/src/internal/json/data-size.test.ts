import { expect, test } from "vitest";
import { dataSize } from "./data-size.ts";

test.each([
  [[], "0 rows", 2],
  [[{ a: 1 }], "1 row", 9],
  [{ rows: [1, 2], total: 2 }, "rows: 2 rows", 24],
  [{ a: 1 }, "a map of 1 field", 7],
  ["é", "a text", 4],
  [null, "nothing", 4],
  [undefined, "nothing", 4],
  [3n, "a bigint", 16],
  [new Map([["a", 1]]), "1 entry", 7],
])("describes %o as %s with %s bytes", (result, outline, bytes) => {
  expect(dataSize(result)).toEqual({ outline, bytes });
});

test("describes data whose size is unknown", () => {
  const circle: unknown[] = [];
  circle.push(circle);
  expect(dataSize(circle)).toEqual({ outline: "1 row", bytes: undefined });
});
