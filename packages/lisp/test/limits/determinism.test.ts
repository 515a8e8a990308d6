// The point where a limit stops a program depends only on the program, its input and its limits. A
// larger limit never stops it earlier.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prepare, run, type LimitName, type LispStep, type Limits } from "../../src/index.ts";
import { isFull } from "../sampled.ts";
import { arbitraryProgram } from "./arbitrary-program.ts";

// The time limit never matters here.
const base = {
  steps: 20_000,
  memoryBytes: 2_000_000,
  timeoutMs: 60_000,
} as const satisfies Partial<Limits>;
const context = {
  rows: [
    { id: 1, a: "x" },
    { id: 2, a: "y" },
  ],
};
const tools = {
  echo: ({ x }: { readonly [name: string]: unknown }): unknown => x,
  later: (): Promise<number> => Promise.resolve(1),
};

function evaluated(source: string, limits: Partial<Limits>): Promise<LispStep> {
  return run(source, { context, tools, journal: {}, limits: { ...base, ...limits } });
}

/** Returns everything in a step that must not differ between runs. */
function outcome(step: LispStep): unknown {
  const end = step.ok
    ? { ok: true }
    : {
        ok: false,
        reason: step.fail.reason,
        message: step.fail.message,
        limit: step.fail.details?.limit,
      };
  return {
    ...end,
    prints: step.prints,
    steps: step.usage.steps,
    memoryBytes: step.usage.memoryBytes,
    toolCalls: step.usage.toolCalls,
  };
}

/** The largest value of each limit in a property, and the largest increase of it. */
const ranges = {
  steps: [5_000, 10_000],
  memoryBytes: [200_000, 400_000],
  depth: [50, 100],
  outputBytes: [200, 400],
  toolCalls: [3, 6],
  branches: [3, 6],
  sourceLength: [200, 400],
  symbols: [20, 40],
  timeoutMs: [60_000, 60_000],
} as const satisfies Record<LimitName, readonly [most: number, more: number]>;

const limitNames = Object.keys(ranges) as LimitName[];

/** One small limit. Excludes the time limit, which would end programs by chance. */
const arbitraryLimits: fc.Arbitrary<Partial<Limits>> = fc.oneof(
  ...limitNames
    .filter((limit) => limit !== "timeoutMs")
    .map((limit) => fc.record({ [limit]: fc.integer({ min: 1, max: ranges[limit][0] }) })),
);

describe("arbitrary programs under arbitrary limits", () => {
  test("any program ends in a step within its limits, without an internal error", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryProgram, arbitraryLimits, async (source, limits) => {
        const step = await evaluated(source, limits);
        expect(step.usage.steps).toBeLessThanOrEqual(limits.steps ?? base.steps);
        expect(step.usage.memoryBytes).toBeLessThanOrEqual(limits.memoryBytes ?? base.memoryBytes);
        expect(step.ok ? undefined : step.fail.details?.kind).not.toBe("internal_error");
      }),
      { numRuns: isFull ? 400 : 150 },
    );
  });

  test("a program ends the same way every time, whatever ran before", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryProgram,
        arbitraryProgram,
        arbitraryLimits,
        async (source, other, limits) => {
          const first = outcome(await evaluated(source, limits));
          await Promise.all([evaluated(other, {}), evaluated(source, {})]);
          expect(outcome(await evaluated(source, limits))).toEqual(first);
        },
      ),
      { numRuns: isFull ? 200 : 80 },
    );
  });

  // The time limits are so large that they never apply, so a larger one must change nothing. A
  // small one would end programs by chance.
  test.each(limitNames)(
    "a larger limit stops a program at the same point or later: %s",
    async (limit) => {
      const [most, mostDelta] = ranges[limit];
      await fc.assert(
        fc.asyncProperty(
          arbitraryProgram,
          fc.integer({ min: limit === "timeoutMs" ? most : 1, max: most }),
          fc.integer({ min: 1, max: mostDelta }),
          async (source, value, more) => {
            const [tight, loose] = [
              await evaluated(source, { [limit]: value }),
              await evaluated(source, { [limit]: value + more }),
            ];
            const stop = tight.ok ? tight.unreturnable : tight.fail;
            if (stop?.details?.limit?.option === `limits.${limit}`)
              expect(loose.usage.steps).toBeGreaterThanOrEqual(tight.usage.steps);
            else expect(outcome(loose)).toEqual(outcome(tight));
          },
        ),
        { numRuns: isFull ? (limit === "steps" ? 300 : 150) : 60 },
      );
    },
  );
});

describe("cost of values cached between runs", () => {
  test("cached hashes and tables of a prepared program's constants don't change the cost", async () => {
    const prepared = await prepare(
      '(let [v \'[1 [2 3] {:a "a text of some length"}] m \'{:a 1 :b 2 :c 3 :d 4 :e 5 :f 6 :g 7 :h 8 [1 2] 9 "a longer text than others" 10}] [(get {v 1} v) (get m [1 2]) (distinct [v v m])])',
    );
    if (!prepared.ok) throw new Error("the program is right");
    const [first, second] = [
      await prepared.program.run({ collections: "language" }),
      await prepared.program.run({ collections: "language" }),
    ];
    expect(first.ok).toBe(true);
    expect(outcome(second)).toEqual(outcome(first));
  });

  test("cached hashes of values in memory, including sorted ones, don't change the cost", async () => {
    const { memory } = await run(
      '(def v [[1 2] #{3 "a text of some length"}]) (def s (sorted-map-by (fn [a b] (compare a b)) "a text of some length" 1 "b" 2)) (def m (zipmap (range 40) (map str (range 40))))',
    );
    const use = (): Promise<LispStep> =>
      run(
        '[(get {v 1} v) (= s {"b" 2}) (= s {"a text of some length" 1 "b" 2}) (get m 7) (frequencies [m s v])]',
        { memory, collections: "language" },
      );
    const [first, second] = [await use(), await use()];
    expect(first.ok).toBe(true);
    expect(outcome(second)).toEqual(outcome(first));
  });
});
