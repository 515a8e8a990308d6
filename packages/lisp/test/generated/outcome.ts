// The visible outcome of a run, without its time.

import { printValue } from "@ptc/core/printing";
import { run, type GenerateAfter, type Limits, type LispStep } from "../../src/index.ts";
import type { Value } from "@ptc/core/values";

/**
 * Settings for generated code: never (closures only), from the first call on, after some calls and
 * loop turns, or only for functions.
 */
export const tiers: ReadonlyMap<string, "never" | GenerateAfter> = new Map<
  string,
  "never" | GenerateAfter
>([
  ["generated", { calls: 0, turns: 0 }],
  ["mixed", { calls: 2, turns: 3 }],
  ["functions alone", { calls: 0, turns: 1_000_000 }],
]);

const rows = [
  { a: 1, b: 2, name: "x" },
  { a: null, b: 0.5 },
  { a: "text", c: [1, 2] },
];

export async function outcome(
  source: string,
  generate: "never" | GenerateAfter,
  limits: Partial<Limits> = {},
  history: readonly Value[] = [],
): Promise<string> {
  const step = await run(source, {
    context: { rows },
    history,
    generate,
    limits: { steps: 20_000, memoryBytes: 2_000_000, timeoutMs: 60_000, ...limits },
    // Yields to the host depend on time.
    yieldMs: Infinity,
  });
  return seen(step);
}

function seen(step: LispStep): string {
  const { steps, memoryBytes } = step.usage;
  const shown = {
    ends: step.ok ? [step.endedBy, printValue(step.value)] : step.fail,
    prints: step.prints,
    defined: step.ok ? [...step.memory.names()] : [],
    steps,
    memoryBytes,
    warnings: step.warnings,
  };
  return JSON.stringify(shown, (_, value: unknown) =>
    typeof value === "bigint" ? `${String(value)}n` : value,
  );
}
