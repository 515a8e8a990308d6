import { expect, test } from "vitest";
import fc from "fast-check";
import { compareValues, type Value } from "@ptc/core/values";
import { run } from "../../index.ts";

/** Rows with few different keys, so that many are equal. */
const rows = fc
  .oneof(
    fc.array(fc.constantFrom<unknown>(0, 1, 2.5, -1), { maxLength: 80 }),
    fc.array(fc.constantFrom<unknown>("a", "b", "c", "x".repeat(300)), { maxLength: 80 }),
  )
  .map((keys) => keys.map((k, i) => ({ k, i })));

test("sort-by puts nil first, and < and > reject nil", async () => {
  const context = { rows: [1, null, 0].map((k, i) => ({ k, i })) };
  expect(await sorted("(map :i (sort-by :k data/rows))", context)).toEqual([1, 2, 0]);
  expect(await sorted("(map :i (sort-by :k :desc data/rows))", context)).toEqual([0, 2, 1]);
  for (const comparator of ["<", ">", "(comparator >)", "(fn [a b] (tool/same {:x (< a b)}))"])
    expect(await sorted(`(sort-by :k ${comparator} data/rows)`, context)).toMatchObject({
      reason: "eval_error",
      details: { kind: "type_error" },
    });
});

const tools = {
  same: async ({ x }: { readonly [name: string]: unknown }): Promise<unknown> => Promise.resolve(x),
};

async function sorted(
  source: string,
  context: { rows: readonly { k: unknown; i: number }[] },
): Promise<unknown> {
  const step = await run(source, { context, tools });
  return step.ok ? step.return : step.fail;
}

test("sort-by equals a stable sort by the order of values, with and without waiting", async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (data) => {
      const context = { rows: data };
      const expected = data
        .toSorted((left, right) => compareValues(left.k as Value, right.k as Value))
        .map((row) => row.i);
      expect(await sorted("(map :i (sort-by :k data/rows))", context)).toEqual(expected);
      expect(
        await sorted("(map :i (sort-by :k (fn [a b] (compare a b)) data/rows))", context),
      ).toEqual(expected);
      expect(
        await sorted(
          "(map :i (sort-by :k (fn [a b] (tool/same {:x (< a b)})) data/rows))",
          context,
        ),
      ).toEqual(expected);
      const downwards = data
        .toSorted((left, right) => compareValues(right.k as Value, left.k as Value))
        .map((row) => row.i);
      expect(await sorted("(map :i (sort-by :k > data/rows))", context)).toEqual(downwards);
      expect(await sorted("(map :i (sort-by :k (comparator >) data/rows))", context)).toEqual(
        downwards,
      );
    }),
    { numRuns: 60 },
  );
});

test("keys of one plain kind sort like all others and take the same number of steps", async () => {
  const kinds = [
    fc.array(
      fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0, -0, 1.5, Infinity, -Infinity)),
      { maxLength: 70 },
    ),
    fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(NaN)), { maxLength: 30 }),
    fc.array(fc.constantFrom("", "a", "b", "ab", "\u{1F600}", "\uFFFD", "x".repeat(300)), {
      maxLength: 40,
    }),
  ];
  await fc.assert(
    fc.asyncProperty(fc.oneof(...kinds), async (keys: readonly unknown[]) => {
      const context = { rows: keys.map((k, i) => ({ k, i })) };
      for (const [plain, general] of [
        ["<", "(fn [a b] (compare a b))"],
        [">", "(fn [a b] (compare b a))"],
      ]) {
        expect(await sorted(`(map :i (sort-by :k ${plain ?? ""} data/rows))`, context)).toEqual(
          await sorted(`(map :i (sort-by :k ${general ?? ""} data/rows))`, context),
        );
      }
      // Instants are compared one by one.
      const numbers = keys.filter((key) => Number.isInteger(key)) as number[];
      const steps = async (xs: readonly unknown[], comparator: string): Promise<number> =>
        (await run(`(count (sort ${comparator} data/xs))`, { context: { xs } })).usage.steps;
      for (const comparator of ["<", ">"])
        expect(await steps(numbers, comparator)).toBe(
          await steps(
            numbers.map((number) => new Date(number)),
            comparator,
          ),
        );
    }),
    { numRuns: 60 },
  );
});

test("bounds and counts the comparisons of a sort", async () => {
  const step = await run("(count (sort (fn [a b] (compare a b)) data/xs))", {
    context: { xs: Array.from({ length: 1024 }, (_, index) => (index * 7919) % 1031) },
  });
  expect(step.ok).toBe(true);
  // Ten rounds of at most 1024 comparisons. Each costs one step for itself, one for the call and
  // one for the comparison in it.
  expect(step.usage.steps).toBeLessThan(10 * 1024 * 3 + 100);
  expect(step.usage.steps).toBeGreaterThan(10 * 512);
});
