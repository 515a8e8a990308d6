import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomHexId, systemClock } from "./clock.ts";

describe("randomHexId", () => {
  test("returns the requested number of hexadecimal digits for any random source", () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(40), fc.array(random, { minLength: 1 }), (digits, numbers) => {
        let drawn = 0;
        expect(randomHexId(() => numbers[drawn++ % numbers.length] ?? 0, digits)).toMatch(
          new RegExp(`^[0-9a-f]{${String(digits)}}$`),
        );
      }),
    );
  });

  test("random ids depend only on the random source", () => {
    const numbers = [0, 0.5, 0.999999, 1 / 65536];
    expect(randomHexId(() => numbers.shift() ?? 0, 16)).toBe("00008000ffff0001");
  });
});

test("the system clock counts in milliseconds, and its monotonic reading never decreases", () => {
  const [before, first] = [Date.now(), systemClock.monotonic()];
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  expect(systemClock.now()).toBeLessThan(before + 60_000);
  expect(systemClock.monotonic()).toBeGreaterThanOrEqual(first);
});
