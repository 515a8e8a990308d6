import { expect, test } from "vitest";
import { isLonger, lengthOf } from "./long-integers.ts";

test("reports an integer as too long if it certainly exceeds the room", () => {
  for (const room of [-5, 0, 1, 2, 10, 60, 2_000, Infinity])
    for (const value of [0n, 7n, -7n, 10n ** 9n, 10n ** 50n, 10n ** 3_000n]) {
      const digits = String(value < 0n ? -value : value).length;
      if (isLonger(value, room)) expect(digits).toBeGreaterThan(room);
      if (digits > room + 2) expect(isLonger(value, room)).toBe(true);
      expect([0, 1]).toContain(lengthOf(value < 0n ? -value : value) - digits);
    }
});
