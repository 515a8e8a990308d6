// The option `activity`: a host that also counts its own tool calls knows exactly when a run can
// only wait. All calls that can be requested without another answer have then been requested.

import { describe, expect, test } from "vitest";
import { nextTask } from "@ptc/core/internal/task";
import type { StandardSchema, Tools } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { prepare, run, type LispRunOptions } from "../../src/index.ts";
import { isFull } from "../sampled.ts";
import { HeldRun } from "./held-run.ts";

const tiers = [
  ["closures", { generate: "never" }],
  ["generated code", { generate: { calls: 1, turns: 1 } }],
] as const satisfies readonly (readonly [string, LispRunOptions])[];

/** Returns eight branches that compute for different times before they reach a held call. */
const program = (steps: number): string => `
  (pmap (fn [i]
          (if (= i 1)
            (tool/refund {:id 1})
            (do (tool/look {:id i})
                (loop [n 0] (if (< n (* i ${String(steps)})) (recur (inc n)) n))
                (tool/refund {:id i}))))
        (range 1 9))`;

/** Runs a program until it can only wait for calls of `tool/refund`, and returns their number. */
async function pendingOf(
  source: string,
  options: LispRunOptions = {},
  more: (held: HeldRun) => Tools = () => ({}),
): Promise<number> {
  const held = new HeldRun(["refund"]);
  const step = await run(source, {
    ...options,
    tools: {
      look: held.tool("look", async () => {
        await nextTask();
      }),
      refund: held.tool("refund", () => 1),
      ...more(held),
    },
    activity: held.activity,
    signal: held.signal,
  });
  expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
  expect(held.activity.open).toBe(0);
  return held.pending.length;
}

/** A schema whose check takes some tasks. */
const slowSchema: StandardSchema = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: async (value: unknown) => {
      for (let index = 0; index < 3; index++) await nextTask();
      return { value };
    },
  },
};

describe("a run that can only wait", () => {
  const runs = isFull ? 300 : 100;
  test.each(tiers)(
    "has requested all eight held calls, in hundreds of runs with 60 at once, in %s",
    async (_tier, options) => {
      const counts: number[] = [];
      let begun = 0;
      await Promise.all(
        Array.from({ length: 60 }, async () => {
          while (begun < runs) {
            begun += 1;
            counts.push(await pendingOf(program(300 + (begun % 7) * 100), options));
          }
        }),
      );
      expect(counts).toHaveLength(runs);
      expect(counts.filter((count) => count !== 8)).toEqual([]);
    },
  );

  test.each(tiers)(
    "has computed for longer than a slice in other branches, in %s",
    async (_tier, options) => {
      expect(await pendingOf(program(60_000), options)).toBe(8);
    },
  );

  test.each([
    ["checks arguments", { inputSchema: slowSchema }],
    ["checks a result", { outputSchema: slowSchema }],
  ])("has passed an async schema that %s", async (_what, schemas) => {
    const source = "(pmap (fn [i] (when (= i 2) (tool/checked {})) (tool/refund {:id i})) [1 2])";
    const tools = (held: HeldRun): Tools => ({
      checked: { ...schemas, execute: held.tool("checked", () => 1) },
    });
    expect(await pendingOf(source, {}, tools)).toBe(2);
  });

  test("has collected the pieces of an async iterable", async () => {
    const source = "(pmap (fn [i] (when (= i 2) (tool/rows {})) (tool/refund {:id i})) [1 2])";
    const tools = (): Tools => ({
      rows: async function* () {
        for (let index = 0; index < 3; index++) {
          await nextTask();
          yield index;
        }
      },
    });
    expect(await pendingOf(source, {}, tools)).toBe(2);
  });
});

describe("the option activity", () => {
  test("counts nothing after a run has ended, with and without waits", async () => {
    for (const source of [
      "(+ 1 2)",
      "(tool/look {})",
      "(fail 1)",
      "(loop [n 0] (if (< n 300000) (recur (inc n)) n))",
      "(pmap (fn [i] (tool/look {}) (loop [n 0] (if (< n 50000) (recur (inc n)) n))) [1 2 3])",
      "(nope)",
      "(",
    ]) {
      const { activity } = new HeldRun([]);
      const tools = { look: nextTask };
      await run(source, { activity, tools });
      expect([source, activity.open]).toEqual([source, 0]);
      const prepared = await prepare(source, { tools });
      if (prepared.ok) await prepared.program.run({ activity });
      expect([source, activity.open]).toEqual([source, 0]);
    }
  });

  test("is refused unless it can count", async () => {
    await expect(
      run("1", { activity: { enter: () => undefined } as unknown as HeldRun["activity"] }),
    ).rejects.toThrow(new OptionError("activity", "expected an object with a function `leave`"));
  });
});
