import { expect, test } from "vitest";
import { exactInteger, isTruthy } from "./value.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

test("exactInteger returns a number for safe integers", () => {
  const safe = 2n ** 53n - 1n;
  expect([exactInteger(safe), exactInteger(-safe), exactInteger(0n)]).toEqual([
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    0,
  ]);
  expect([exactInteger(safe + 1n), exactInteger(-safe - 1n)]).toEqual([safe + 1n, -safe - 1n]);
});

test("treats only nil and false as falsy", () => {
  expect([null, false].map(isTruthy)).toEqual([false, false]);
  expect([true, 0, NaN, "", Vector.of<Value>([])].map(isTruthy)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
});
