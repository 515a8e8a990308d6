import { describe, expect, test } from "vitest";
import { run } from "../entry/start.ts";

async function sizeOf(
  definition: string,
  atMost = 1e9,
  context: Readonly<Record<string, unknown>> = {},
): Promise<number | undefined> {
  const step = await run(`(def x ${definition}) nil`, { context });
  if (!step.ok) throw new Error(step.fail.message);
  return step.memory.sizeOf("x", atMost);
}

describe("size of stored definitions", () => {
  test.each([
    ["data", '{:id 1 :name "ann" :tags ["a" "b"] "key" nil :set #{1 2 3}}'],
    ["rows", '(mapv (fn [n] {:id n :amount (* 1.5 n) :state "open"}) (range 1000))'],
    ["a long text", '(str/join (repeat 1000 "abc"))'],
    ["a function with what it captured", "(let [rows (vec (range 1000))] (fn [n] (get rows n)))"],
  ])("estimates the size of %s close to the length of its JSON", async (_title, definition) => {
    const step = await run(`(def x ${definition})`);
    const size = step.memory.sizeOf("x", 1e9) ?? 0;
    const json = JSON.stringify(step.memory.toJSON()).length;
    expect(size / json).toBeGreaterThan(0.3);
    expect(size / json).toBeLessThan(2.5);
  });

  test("returns undefined beyond the requested size, even for structure that unfolds", async () => {
    expect(await sizeOf("(range 100)", 100)).toBeUndefined();
    expect(await sizeOf("(reduce (fn [x _] [x x]) 1 (range 20))", 100_000)).toBeUndefined();
    expect(
      await sizeOf("data/rows", 1000, { rows: Array.from({ length: 1e6 }, () => ({ id: 1 })) }),
    ).toBeUndefined();
  });

  test("returns the size of nil for a missing definition", async () => {
    expect((await run("1")).memory.sizeOf("x", 100)).toBeLessThan(20);
  });
});
