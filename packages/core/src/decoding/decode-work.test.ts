// Decoding stored JSON reports its work, in proportion to the time it takes.

import { describe, expect, test } from "vitest";
import { WorkCounter } from "../../test/work-counter.ts";
import { WorkLimitError, workBudget } from "../values/index.ts";
import { decodeValue } from "./decode.ts";

const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
const nested = (levels: number): unknown => {
  let json: unknown = 1;
  for (let level = 0; level < levels; level++) json = [json];
  return json;
};

const shapes: readonly { readonly kind: string; readonly make: (count: number) => unknown }[] = [
  { kind: "numbers", make: (count) => times(count, (index) => index) },
  { kind: "empty maps", make: (count) => times(count, () => ({})) },
  { kind: "empty vectors", make: (count) => times(count, () => []) },
  { kind: "small maps", make: (count) => times(count, () => ({ ":a": 1 })) },
  { kind: "keywords", make: (count) => times(count, () => ({ $keyword: "a" })) },
  { kind: "times", make: (count) => times(count, () => ({ $instant: "2024-01-01T00:00:00Z" })) },
  { kind: "sets of one", make: (count) => times(count, (index) => ({ $set: [index] })) },
  { kind: "one set", make: (count) => ({ $set: times(count, (index) => index) }) },
  { kind: "NaN in a set", make: (count) => ({ $set: times(count, () => ({ $number: "NaN" })) }) },
  {
    kind: "what holds NaN in a set",
    make: (count) => ({ $set: times(count, () => [{ $number: "NaN" }]) }),
  },
  {
    kind: "what holds NaN in a map",
    make: (count) => ({ $map: times(count, () => [{ ":a": { $number: "NaN" } }, 1]) }),
  },
  {
    kind: "doubles in a set",
    make: (count) => ({ $set: times(count, (index) => 1e300 + index * 1e290) }),
  },
  { kind: "towers", make: (count) => times(count / 100, () => nested(300)) },
  {
    kind: "integers",
    make: (count) => times(count / 100, () => ({ $integer: "9".repeat(2_000) })),
  },
  {
    kind: "long keys",
    make: (count) => ({
      $map: times(count / 100, (index) => [`${"k".repeat(5_000)}${String(index)}`, 1]),
    }),
  },
];

/** Returns the CPU time in milliseconds, which other processes don't affect. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe("the work of decoding", () => {
  test.each(shapes)("decoding charges work in proportion to the JSON: $kind", ({ make }) => {
    const workOf = (count: number): number => {
      const counter = new WorkCounter();
      decodeValue(make(count), { meter: counter });
      return counter.elements;
    };
    const few = workOf(1_000);
    expect(few).toBeGreaterThan(500);
    expect(workOf(10_000)).toBeLessThan(10.5 * few);
  });

  // A unit takes about 30 nanoseconds. Allow twenty times that on a slow, busy machine.
  test.each(shapes)("the charged work covers the CPU time: $kind", ({ make }) => {
    const json = make(20_000);
    const counter = new WorkCounter();
    decodeValue(json, { meter: counter });
    // Take the minimum of several runs, because garbage collection and other programs disturb
    // single runs.
    const milliseconds = Math.min(...times(5, () => processorTime(() => decodeValue(json))));
    expect(milliseconds).toBeLessThan(60 + counter.elements * 6e-4);
  });

  test("decoding throws once the work budget is spent", () => {
    for (const { make } of shapes)
      expect(() => decodeValue(make(20_000), { meter: workBudget("a test", 500) })).toThrow(
        WorkLimitError,
      );
  });

  // This test takes as long as the allowed work.
  test.runIf(process.env["PTC_TESTS"] !== undefined)(
    "decoding without a budget stops at the default limit",
    () => {
      expect(() => decodeValue(times(2_000_000, () => ({})))).toThrow(WorkLimitError);
    },
  );
});
