import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maximumIntegerBits as operationBits } from "@ptc/core/internal/values";
import {
  decimalInteger,
  integerInRadix,
  maximumIntegerBits,
  ratioValue,
} from "./number-literal.ts";

describe("integer literals", () => {
  test("integers are exact: a number if safe, a bigint otherwise", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
        const isSafe = Number.isSafeInteger(Number(value)) && BigInt(Number(value)) === value;
        const expected = isSafe ? Number(value) : value;
        expect(decimalInteger(String(value))).toBe(expected);
        if (value > 0n) expect(decimalInteger(`+${value}`)).toBe(expected);
      }),
    );
  });

  test("integers keep their value in every radix", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 400n }),
        fc.integer({ min: 2, max: 36 }),
        fc.constantFrom(1, -1),
        (value, radix, sign) => {
          expect(BigInt(integerInRadix(sign, value.toString(radix), radix) ?? NaN)).toBe(
            BigInt(sign) * value,
          );
        },
      ),
    );
  });

  test("integers have at most as many bits as the results of the language's operations", () => {
    expect(maximumIntegerBits).toBe(operationBits);
    const largest = 2n ** BigInt(maximumIntegerBits);
    for (const radix of [2, 8, 10, 16, 36])
      for (const [value, isRead] of [
        [largest - 1n, true],
        [largest, false],
      ] as const) {
        // Compared here, because a failed assertion would print all the digits.
        const digits = value.toString(radix);
        expect(integerInRadix(1, `000${digits}`, radix) === value).toBe(isRead);
        if (radix === 10) expect(decimalInteger(`+${digits}`) === value).toBe(isRead);
        if (radix === 10) expect(ratioValue(digits, "1") === value).toBe(isRead);
      }
  });

  test("refuses integers that are much too long without computing them", () => {
    const spent = process.cpuUsage();
    for (const radix of [3, 10, 36])
      expect(integerInRadix(-1, "1".repeat(4_000_000), radix)).toBeUndefined();
    expect(decimalInteger("9".repeat(10_000_000))).toBeUndefined();
    expect(process.cpuUsage(spent).user).toBeLessThan(5_000_000);
  });

  test("integers have no negative zero", () => {
    expect(decimalInteger("-0")).toBe(0);
    expect(integerInRadix(-1, "0", 16)).toBe(0);
    expect(ratioValue("-0", "5")).toBe(0);
  });
});

describe("ratio literals", () => {
  test("ratios are read as their quotient", () => {
    expect(ratioValue("1", "2")).toBe(0.5);
    expect(ratioValue("-6", "3")).toBe(-2);
    expect(ratioValue("1", "3")).toBe(1 / 3);
  });

  test("ratios with an integer quotient are exact", () => {
    expect(ratioValue(String(3n * 10n ** 30n), "3")).toBe(10n ** 30n);
    expect(ratioValue(String(10n ** 30n), String(10n ** 28n))).toBe(100);
  });

  test("ratios are close to the quotient even if a part is too large for a double", () => {
    expect(ratioValue(`1${"0".repeat(400)}`, `3${"0".repeat(399)}`)).toBeCloseTo(10 / 3, 12);
    expect(ratioValue("1", `1${"0".repeat(320)}`)).toBe(1e-320);
    expect(ratioValue(`-1${"0".repeat(400)}`, "3")).toBe(Number.NEGATIVE_INFINITY);
  });
});
