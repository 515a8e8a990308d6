// A process that can't load the generator's file runs closures.

import { expect, test, vi } from "vitest";

test("programs run even if the code generator can't be loaded", async () => {
  vi.resetModules();
  vi.doMock("../../src/generate/generator.ts", () => {
    throw new Error("there is no such file");
  });
  const { prepare, run } = await import("../../src/index.ts");
  const program = "(loop [i 0] (if (< i 9000) (recur (inc i)) i))";
  for (const generate of [{ calls: 0, turns: 0 }, "auto", { calls: 0, turns: 0 }] as const) {
    const step = await run(program, { generate });
    expect(step.ok && step.return).toBe(9_000);
    const prepared = await prepare(program, { generate });
    expect(prepared.ok).toBe(true);
  }
  const { lazyCode } = await import("../../src/loading/lazy-code.ts");
  expect(lazyCode.generator.loaded).toBe(undefined);
  vi.doUnmock("../../src/generate/generator.ts");
  vi.resetModules();
});
