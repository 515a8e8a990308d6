// A host array with a length of four billion and no elements. Every use must end at once, in a
// result or at a limit. It must not allocate an array of that size, because no process has room for
// it.

import { describe, expect, test } from "vitest";
import { run, type LispStep, type LispRunOptions } from "../../src/index.ts";
import { listedNames } from "../../src/builtins/library/builtin-library.ts";
import { builtinNames, type ChunkName } from "../../src/builtins/library/builtin-names.ts";
import { sampled } from "../sampled.ts";

const limits = {
  steps: 100_000,
  memoryBytes: 200_000,
  outputBytes: 10_000,
  timeoutMs: 10_000,
} as const;
const enormous = (): unknown[] => Object.assign([], { length: 4e9 });

/**
 * Asserts that the program ends without an internal error, within its limits, and before its time
 * limit.
 */
async function expectEnd(source: string, options: LispRunOptions = {}): Promise<LispStep> {
  const step = await run(source, { context: { a: enormous(), b: enormous() }, limits, ...options });
  const outcome = `${source}: ${step.ok ? "ok" : `${step.fail.reason} ${step.fail.message.slice(0, 100)}`}`;
  if (!step.ok) {
    expect(step.fail.reason, outcome).toMatch(
      /^(analysis_error|eval_error|failed|validation_error|step_limit_exceeded|memory_exceeded|output_exceeded|branches_exceeded)$/,
    );
    expect(step.fail.details?.kind, outcome).not.toBe("internal_error");
  }
  expect(step.usage.steps, outcome).toBeLessThanOrEqual(limits.steps);
  expect(step.usage.memoryBytes, outcome).toBeLessThanOrEqual(limits.memoryBytes);
  return step;
}

const names = [...new Set((Object.keys(builtinNames) as ChunkName[]).flatMap(listedNames))];
const shapes = [
  "(F data/a)",
  "(F data/a data/b)",
  "(F data/a 1)",
  "(F inc data/a)",
  "(F :k data/a)",
  "(F 3 data/a)",
  '(F "," data/a)',
  "(F inc 0 data/a)",
  "(F [] data/a)",
  "(F {} data/a)",
  "(F #{1} data/a)",
  "(F {:a data/a} {:a data/b})",
  "(F [data/a] [data/b])",
  "(F #{data/a} data/b)",
  "(F identity compare data/a)",
  "(F data/a 1 2)",
  "(F inc [1 2] data/a)",
];

test.each(sampled(shapes, 2))("every builtin called as %s ends quickly", async (shape) => {
  for (const name of names) await expectEnd(shape.replace("F", name));
});

describe("other readers of enormous arrays", () => {
  test.each([
    "data/a",
    "(return data/a)",
    "(fail data/a)",
    "(def kept data/a)",
    "(println data/a)",
    "(tool/take {:x data/a})",
    '(task "t" data/a)',
    "(let [[x & more] data/a] (count more))",
    "(for [x data/a] x)",
    "(doseq [x data/a] x)",
    '(throw (ex-info "no" {:a data/a}))',
    "(case data/a 1 2 3)",
    "(apply + data/a)",
    "{data/a 1}",
    "#{data/a}",
  ])("reading an enormous array ends at once: %s", async (source) => {
    await expectEnd(source, { tools: { take: () => 1 }, journal: {} });
  });

  test("an enormous array from a tool or memory ends at once", async () => {
    for (const source of [
      "(tool/give {})",
      "(count (tool/give {}))",
      "(conj (tool/give {}) 1)",
      "(sort (tool/give {}))",
      "(hash (tool/give {}))",
    ]) {
      await expectEnd(source, { tools: { give: enormous } });
      await expectEnd(source, { tools: { give: () => Promise.resolve(enormous()) } });
      await expectEnd(source.replace("(tool/give {})", "kept"), { memory: { kept: enormous() } });
    }
  });

  test("the length and single elements of an enormous array can be read", async () => {
    expect(
      await expectEnd(
        "[(count data/a) (first data/a) (nth data/a 3999999999) (empty? data/a) (vec (take 2 data/a))]",
      ),
    ).toMatchObject({ ok: true, return: [4e9, null, null, false, [null, null]] });
  });
});
