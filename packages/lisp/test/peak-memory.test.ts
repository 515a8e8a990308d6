// `usage.peakMemoryBytes` of one program: its charges are never returned, so it equals
// `memoryBytes`, in this process and in a pool.
import { describe, expect, test } from "vitest";
import { TraceScope, systemClock, type TraceEvent } from "@ptc/core/contracts";
import { createSession, prepare, run, type LispRunOptions } from "../src/index.ts";
import { testPools } from "./node/pools.ts";

const { poolOf } = testPools();

const programs: readonly [string, string, LispRunOptions?][] = [
  ["a program", "(count (vec (range 5000)))"],
  ["branches", "(pmap (fn [n] (count (vec (range n)))) [10 1000 100])"],
  ["a failed program", "(do (vec (range 1000)) (/ 1 0))"],
  ["a program with finally", "(try (vec (range 1000)) (finally (vec (range 2000))))"],
  ["a shared lazy sequence", "(let [xs (map inc (range))] (pmap (fn [n] (take n xs)) [5 50 500]))"],
  ["a program that exceeds its limit", "(vec (range 100000))", { limits: { memoryBytes: 50_000 } }],
  ["a program that doesn't compile", "(foo"],
];

describe("`peakMemoryBytes` of a program", () => {
  test.each(programs)("equals `memoryBytes`: %s", async (_, source, options) => {
    const ended: TraceEvent[] = [];
    const { usage } = await run(source, {
      ...options,
      trace: new TraceScope({
        sink: {
          emit: (event) => {
            if (event.type === "program-end") ended.push(event);
          },
        },
        clock: systemClock,
        random: Math.random,
        traceId: "0".repeat(32),
      }),
    });
    expect(usage.peakMemoryBytes).toBe(usage.memoryBytes);
    expect(ended).toMatchObject([{ data: { usage } }]);
    expect((await run(source, options)).usage.peakMemoryBytes).toBe(usage.peakMemoryBytes);
  });

  test("is the same in a pool", { tags: "full" }, async () => {
    const pool = poolOf();
    for (const [, source, options] of programs) {
      const [here, there] = [await run(source, options), await pool.run(source, options)];
      expect(there.usage.peakMemoryBytes, source).toBe(here.usage.peakMemoryBytes);
    }
  });

  test("counts each run of a session and of a prepared program from zero", async () => {
    const session = createSession();
    const first = await session.run("(def many (vec (range 5000)))");
    const second = await session.run("(count many)");
    expect(second.usage.peakMemoryBytes).toBeLessThan(first.usage.peakMemoryBytes);
    const prepared = await prepare("(count (vec (range 5000)))");
    if (!prepared.ok) throw new Error(prepared.errors[0]?.message);
    const [once, again] = [await prepared.program.run(), await prepared.program.run()];
    expect(again.usage.peakMemoryBytes).toBe(once.usage.peakMemoryBytes);
  });
});
