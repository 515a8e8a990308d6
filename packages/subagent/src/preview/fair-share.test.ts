import fc from "fast-check";
import { expect, test } from "vitest";
import { fairShare } from "./fair-share.ts";

test("gives the unused part of small requests to the others", () => {
  expect(fairShare([5, 100, 100], 65)).toBe(30);
  expect(fairShare([Infinity, 1], 10)).toBe(9);
  expect([fairShare([], 10), fairShare([3, 4], 10), fairShare([5, 5], -1)]).toEqual([10, 10, 0]);
});

test("the shares together fit the room", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100)), fc.nat(1000), (wanted, room) => {
      const share = fairShare(wanted, room);
      expect(wanted.reduce((sum, size) => sum + Math.min(size, share), 0)).toBeLessThanOrEqual(
        room,
      );
    }),
  );
});
