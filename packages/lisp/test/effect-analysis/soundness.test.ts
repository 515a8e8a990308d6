// The effect analysis lists every call that a run makes: in random programs, no run calls a tool
// that isn't listed, calls one more often than its bound, or ends normally without a certain call.

import fc from "fast-check";
import { expect, test } from "vitest";
import { analyze } from "../../src/effects.ts";
import { run, type Tools } from "../../src/index.ts";
import { isFull } from "../sampled.ts";
import { arbitraryEffects, effectToolNames } from "./arbitrary-effects.ts";

const context = { xs: [4, 5, 6] };
const limits = { steps: 20_000, memoryBytes: 4_000_000, toolCalls: 300 };

/** Tools that return numbers, and sometimes fail or answer later. */
function toolsOf(seed: number): Tools {
  let calls = seed;
  const tool = (): unknown => {
    calls = (calls * 1_103_515_245 + 12_345) % 2_147_483_648;
    const drawn = calls % 29;
    if (drawn === 0) throw new Error("busy");
    return drawn % 3 === 0 ? Promise.resolve(drawn) : drawn;
  };
  return Object.fromEntries(effectToolNames.map((name) => [name, tool]));
}

test("lists every call of a run, within its bounds, in random programs", async () => {
  const found = { calls: 0, ended: 0, certain: 0, bounded: 0, stored: 0 };
  await fc.assert(
    fc.asyncProperty(arbitraryEffects, fc.nat(1_000), async ([before, source], seed) => {
      const tools = toolsOf(seed);
      const { memory } = await run(before, { tools, limits });
      const analysis = await analyze(source, { tools, memory, context });
      const step = await run(source, { tools, memory, context, limits });
      if (!analysis.ok) {
        expect(step.ok).toBe(false);
        return;
      }
      const reached = new Map(analysis.effects.tools.map((each) => [each.tool, each]));
      const counts = new Map<string, number>();
      for (const { name } of step.toolCalls) counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const [name, count] of counts) {
        const reach = reached.get(name);
        expect(reach, `${name} is called, but not listed`).toBeDefined();
        expect(count, `calls of ${name}`).toBeLessThanOrEqual(reach?.most ?? 0);
        if (Number(name.slice(1)) >= 1_000) found.stored++;
      }
      found.calls += counts.size;
      if (!step.ok) return;
      found.ended++;
      for (const [name, { least, most }] of reached) {
        expect(counts.get(name) ?? 0, `calls of ${name}`).toBeGreaterThanOrEqual(least);
        if (least > 0) found.certain++;
        if (Number.isFinite(most)) found.bounded++;
      }
    }),
    { numRuns: isFull ? 4_000 : 400 },
  );
  // So that the test can't pass because nothing is ever called, certain or bounded.
  for (const count of Object.values(found)) expect(count).toBeGreaterThan(10);
});
