import fc from "fast-check";
import { expect, test } from "vitest";
import { numberText } from "./number-text.ts";

test("special numbers have the spelling of the reader", () => {
  expect([NaN, Infinity, -Infinity, -0, 1e21, 1e-7, 2n ** 64n].map(numberText)).toEqual([
    "##NaN",
    "##Inf",
    "##-Inf",
    "0",
    "1e+21",
    "1e-7",
    "18446744073709551616",
  ]);
});

test("a finite double is its text read back", () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (value) => Number(numberText(value)) === value,
    ),
  );
});
