// Shared helpers of the pool's suites: remove the parts of a step that depend on the clock or the
// process, to compare steps of the pool and of this process.

import { printValue } from "@ptc/core/printing";
import { run, type LispStep } from "../../src/index.ts";
import type { Pool, PoolRunOptions } from "../../src/node/index.ts";

/** Returns a step for comparison, with printed values and serialized memory. */
export function comparable(step: LispStep): unknown {
  const { memory, usage, toolCalls, parallelCalls, ...others } = step;
  return {
    ...others,
    ...(step.ok ? { value: printValue(step.value) } : {}),
    memory: memory.toJSON(),
    usage: { ...usage, durationMs: 0 },
    toolCalls: toolCalls.map((call) => ({ ...call, timestamp: 0, durationMs: 0 })),
    parallelCalls: parallelCalls?.map((call) => ({ ...call, timestamp: 0, durationMs: 0 })),
  };
}

/** Returns the steps of one program in this process and in the pool. */
export async function bothSteps(
  pool: Pool,
  source: string,
  options: PoolRunOptions & { readonly context?: Readonly<Record<string, unknown>> } = {},
): Promise<readonly [here: LispStep, there: LispStep]> {
  const given = { runId: "run", ...options };
  return [await run(source, given), await pool.run(source, given)];
}
