import fc from "fast-check";
import { expect, test } from "vitest";
import {
  effectAddressText,
  type AddressPart,
  type EffectAddress,
  withTaskIds,
} from "./effect-address.ts";

const arbitraryPart: fc.Arbitrary<AddressPart> = fc.oneof(
  fc.record({ fork: fc.nat(2), branch: fc.nat(2) }),
  fc.record({ sequence: fc.nat(2) }),
  fc.record(
    {
      task: fc.oneof(fc.constantFrom("a", "a/0", "%0061", "1.a"), fc.string({ maxLength: 3 })),
      reset: fc.integer({ min: 1, max: 2 }),
    },
    { requiredKeys: ["task"] },
  ),
);

const arbitraryAddress: fc.Arbitrary<EffectAddress> = fc.record({
  run: fc.oneof(fc.constantFrom("r", "r/1", "r/1/0.0", ""), fc.string({ maxLength: 4 })),
  turn: fc.nat(3),
  path: fc.array(arbitraryPart, { maxLength: 3 }),
  ordinal: fc.nat(3),
});

test("effectAddressText writes the parts from the outermost to the innermost", () => {
  expect(
    effectAddressText({
      run: "r1",
      turn: 2,
      path: [
        { fork: 0, branch: 4 },
        { fork: 1, branch: 0 },
      ],
      ordinal: 3,
    }),
  ).toBe("r1/2/0.4/1.0/3");
  expect(effectAddressText({ run: "r1", turn: 2, path: [], ordinal: 3 })).toBe("r1/2/3");
  const path = [{ task: "pay/7 é" }, { task: "x", reset: 2 }, { sequence: 4 }];
  expect(effectAddressText({ run: "r1", turn: 1, path, ordinal: 0 })).toBe(
    "r1/1/t.pay%002f7%0020%00e9/t2.x/s4/0",
  );
});

test("withTaskIds changes only the ids of tasks", () => {
  const path = [{ task: "pay/7 é" }, { fork: 1, branch: 2 }, { task: "x", reset: 2 }];
  const text = effectAddressText({ run: "r1", turn: 1, path, ordinal: 0 });
  const ids: string[] = [];
  const changed = withTaskIds(text, (id) => {
    ids.push(id);
    return id.replace("7 é", "<b>");
  });
  expect(ids).toEqual(["pay/7 é", "x"]);
  expect(changed).toBe("r1/1/t.pay%002f%003cb%003e/1.2/t2.x/0");
  expect(withTaskIds(text, (id) => id)).toBe(text);
});

test("different addresses have different texts, even if run ids contain slashes", () => {
  fc.assert(
    fc.property(arbitraryAddress, arbitraryAddress, (left, right) => {
      const same = JSON.stringify(left) === JSON.stringify(right);
      expect(effectAddressText(left) === effectAddressText(right)).toBe(same);
    }),
    { numRuns: 2000 },
  );
});
