// Everything that a caller can see of a run but the time it took.

import { printValue } from "@ptc/core/printing";
import { run, type GenerateAfter, type Limits, type LispStep } from "../../src/index.ts";
import type { Value } from "@ptc/core/values";

/** With closures alone; with generated code from the first call on; beginning with one and going on with the other. */
export const tiers: ReadonlyMap<string, "never" | GenerateAfter> = new Map<
  string,
  "never" | GenerateAfter
>([
  ["closures", "never"],
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
    // Where the host gets a turn is a matter of time.
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
