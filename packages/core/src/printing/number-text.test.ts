import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hexadecimalLength } from "../values/internal.ts";
import { numberText, spendDecimalDigits } from "./number-text.ts";

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

describe("what the digits of an integer take", () => {
  const unitsOf = (value: bigint): number => {
    let units = 0;
    spendDecimalDigits(value, { spend: (more) => (units += more) });
    return units;
  };

  test("is their number for short ones, and grows faster than the number for long ones", () => {
    expect([1n, -(2n ** 63n), 2n ** 4000n].map(unitsOf)).toEqual([16, 16, 1001]);
    const [short, long] = [unitsOf(2n ** 65_536n), unitsOf(2n ** 524_287n)];
    expect(long).toBeGreaterThan(16 * short);
    expect(long).toBeLessThan(32 * short);
  });

  test("costs a hundredth of working them out", () => {
    const value = 3n ** 330_000n;
    const before = process.cpuUsage();
    for (let round = 0; round < 10; round++) unitsOf(value + BigInt(round));
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(300);
  });
});

test("the length to base 16 is that of the text", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.bigInt(), (bits, low) => {
      for (const value of [(1n << BigInt(bits)) - 1n, (1n << BigInt(bits)) + low, low])
        for (const signed of [value, -value])
          if (hexadecimalLength(signed) !== signed.toString(16).length) return false;
      return true;
    }),
  );
});
