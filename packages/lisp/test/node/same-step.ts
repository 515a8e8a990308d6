// What the suites of the pool share: a step without what depends on the clock or on the process, so
// that one of the pool can be compared with one of this process.

import { printValue } from "@ptc/core/printing";
import { run, type LispStep } from "../../src/index.ts";
import type { Pool, PoolRunOptions } from "../../src/node/index.ts";

/** Values are compared as they print, memory as it is written. */
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

/** The steps of one program in this process and in the pool. */
export async function bothSteps(
  pool: Pool,
  source: string,
  options: PoolRunOptions & { readonly context?: Readonly<Record<string, unknown>> } = {},
): Promise<readonly [here: LispStep, there: LispStep]> {
  const given = { runId: "run", ...options };
  return [await run(source, given), await pool.run(source, given)];
}
