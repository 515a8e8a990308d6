import { expect, test } from "vitest";
import { NamedFunction } from "../../test/named-function.ts";
import { RegexValue } from "./regex.ts";

test("a value keeps its identity hash, and other values have different ones", () => {
  const values = [
    ...Array.from({ length: 100 }, () => new NamedFunction("f")),
    ...Array.from({ length: 100 }, () => new RegexValue("a")),
  ];
  const hashes = values.map((value) => value.identityHash);
  expect(values.map((value) => value.identityHash)).toEqual(hashes);
  expect(hashes.every((hash) => hash === (hash | 0))).toBe(true);
  expect(new Set(hashes).size).toBeGreaterThan(190);
});

test("a value that is never hashed stores no hash", () => {
  expect(Object.keys(new RegexValue("a"))).toEqual(["source"]);
});
