import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hexadecimalLength } from "../values/internal.ts";
import { numberText, spendDecimalDigits } from "./number-text.ts";

test("numberText writes special numbers as the reader reads them", () => {
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

test("the text of a finite double parses back to the same number", () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (value) => Number(numberText(value)) === value,
    ),
  );
});

describe("the cost of an integer's digits", () => {
  const unitsOf = (value: bigint): number => {
    let units = 0;
    spendDecimalDigits(value, { spend: (more) => (units += more) });
    return units;
  };

  test("the cost is the number of digits for short integers, and grows faster than it for long ones", () => {
    expect([1n, -(2n ** 63n), 2n ** 4000n].map(unitsOf)).toEqual([16, 16, 1001]);
    const [short, long] = [unitsOf(2n ** 65_536n), unitsOf(2n ** 524_287n)];
    expect(long).toBeGreaterThan(16 * short);
    expect(long).toBeLessThan(32 * short);
  });

  test("computing the cost takes a hundredth of the time of computing the digits", () => {
    const value = 3n ** 330_000n;
    const before = process.cpuUsage();
    for (let round = 0; round < 10; round++) unitsOf(value + BigInt(round));
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(300);
  });
});

test("hexadecimalLength equals the length of the hexadecimal text", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.bigInt(), (bits, low) => {
      for (const value of [(1n << BigInt(bits)) - 1n, (1n << BigInt(bits)) + low, low])
        for (const signed of [value, -value])
          if (hexadecimalLength(signed) !== signed.toString(16).length) return false;
      return true;
    }),
  );
});
