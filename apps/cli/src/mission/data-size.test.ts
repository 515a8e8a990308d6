import { expect, test } from "vitest";
import { bytesText, dataSize } from "./data-size.ts";

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
])("the size of %o is told", (result, outline, bytes) => {
  expect(dataSize(result)).toEqual({ outline, bytes });
});

test("data that has no size is still described", () => {
  const circle: unknown[] = [];
  circle.push(circle);
  expect(dataSize(circle)).toEqual({ outline: "1 row", bytes: undefined });
});

test("bytes are told in the unit that fits", () => {
  expect([0, 1, 999, 1000, 48_211, 3_140_000].map(bytesText)).toEqual([
    "0 bytes",
    "1 byte",
    "999 bytes",
    "1 kB",
    "48.2 kB",
    "3.1 MB",
  ]);
});
