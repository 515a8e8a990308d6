// Maps, Sets, bytes and objects with accessors are copied when a program first reads them. The
// program pays for the copy before it is made.

import { describe, expect, test } from "vitest";
import { run, type LispRunOptions } from "../../src/index.ts";
import { failOf } from "../evaluate.ts";

const count = 50_000;
const numbers = Array.from({ length: count }, (_, index) => index);
const limits = { memoryBytes: 1_000_000 };

let reads = 0;

/** Counts its reads, so that a test can check whether anything was read. */
function withAccessors(): object {
  return Object.defineProperties(
    Object.create({ greet: 1 }) as object,
    Object.fromEntries(
      numbers.map((index) => [`f${String(index)}`, { enumerable: true, get: () => ++reads }]),
    ),
  );
}

const large: readonly (readonly [name: string, make: () => unknown])[] = [
  ["a Map", () => new Map(numbers.map((index) => [`k${String(index)}`, index]))],
  [
    "a Map in Maps",
    () => new Map([["a", new Map([["b", new Map(numbers.map((index) => [index, index]))]])]]),
  ],
  ["a Set", () => new Set(numbers)],
  ["bytes", () => new Uint8Array(2_000_000)],
  ["large integers", () => new BigInt64Array(200_000)],
  ["an object with accessors", withAccessors],
  [
    "an object of a class",
    () =>
      Object.assign(
        Object.create({ greet: 1 }) as object,
        Object.fromEntries(numbers.map((index) => [`k${String(index)}`, index])),
      ),
  ],
];

describe.each(large)("%s", (_, make) => {
  const ways: readonly (readonly [source: string, options: LispRunOptions])[] = [
    ["(count (:x data/row))", { context: { row: { x: make() } } }],
    ["(return data/x)", { context: { x: make() } }],
    ["(first (tool/give {}))", { tools: { give: () => [make()] } }],
    ["(tool/give {})", { tools: { give: make } }],
    ["(tool/give {})", { tools: { give: async () => Promise.resolve(make()) } }],
    ["(pmap (fn [_] (count (:x data/row))) [1 2])", { context: { row: { x: make() } } }],
    ["(try (tool/give {}) (catch Exception e 1))", { tools: { give: make } }],
  ];

  test.each(ways)("refuses to copy a value beyond the limit: %s", async (source, options) => {
    expect(await failOf(source, { ...options, limits })).toMatchObject({
      reason: "memory_exceeded",
      details: { limit: { option: "limits.memoryBytes" } },
    });
    expect(reads).toBe(0);
  });

  test("converts a large value within a larger limit, and costs nothing if it isn't read", async () => {
    expect((await run("(some? (:x data/row))", { context: { row: { x: make() } } })).ok).toBe(true);
    expect((await run("(count data/rows)", { context: { rows: [make()] }, limits })).ok).toBe(true);
    reads = 0;
  });
});

test("counts a converted value once however often it is read, and adds up all values", async () => {
  const context = {
    x: new Map(numbers.slice(0, 10_000).map((index) => [index, index])),
    y: new Set(numbers.slice(0, 10_000)),
  };
  expect(
    await run("(dotimes [_ 100] (get data/x 7)) (count data/x)", { context, limits }),
  ).toMatchObject({ ok: true, return: 10_000 });
  expect(await failOf("[(count data/x) (count data/y)]", { context, limits })).toMatchObject({
    reason: "memory_exceeded",
  });
});

test("counts the list of names of a large object", async () => {
  const row = Object.fromEntries(numbers.map((index) => [`k${String(index)}`, index]));
  expect(
    await failOf("(count data/row)", { context: { row }, limits: { memoryBytes: 100_000 } }),
  ).toMatchObject({ reason: "memory_exceeded" });
  expect(
    await run("(:k7 data/row)", { context: { row }, limits: { memoryBytes: 100_000 } }),
  ).toMatchObject({ ok: true, return: 7 });
});

test("rejects a context that is a Map too large to copy", async () => {
  await expect(
    run("1", {
      context: new Map(numbers.map((index) => [`k${String(index)}`, index])) as never,
      limits,
    }),
  ).rejects.toThrow(/context.*limits\.memoryBytes/);
});

test("the host can read a step after the run, whatever it contains", async () => {
  const step = await run("(def kept data/row) 1", {
    context: { row: { x: new Map(numbers.map((index) => [`k${String(index)}`, index])) } },
    limits,
  });
  expect(
    Object.keys((step.memory.toHost() as { kept: Map<string, unknown> }).kept.get("x") as object),
  ).toBeDefined();
});
