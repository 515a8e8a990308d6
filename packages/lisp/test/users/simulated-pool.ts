// A pool in simulated time: the source of a program is its duration in milliseconds, and each
// millisecond takes a thousand steps. No timers: the simulation moves to the next end of a run.

import type { ProgramPool, RunnerOptions } from "../../src/evaluator.ts";
import { Memory, type LispStep } from "../../src/index.ts";

export interface SimulatedPool extends ProgramPool {
  readonly clock: { monotonic(): number };
  /** The `runId` of the runs that began so far. */
  readonly started: readonly string[];
  /** Calls `act` at `time`. */
  at(time: number, act: () => void): void;
  /** Moves on until nothing is left to do. */
  finish(): Promise<void>;
}

interface Planned {
  readonly time: number;
  readonly act: () => void;
}

export function simulatedPool(size: number): SimulatedPool {
  let now = 0;
  let isStarted = false;
  const plan: Planned[] = [];
  const started: string[] = [];
  const at = (time: number, act: () => void): void => {
    const index = isStarted ? plan.findIndex((each) => each.time > time) : -1;
    plan.splice(index < 0 ? plan.length : index, 0, { time, act });
  };
  const begin = async <Return>(
    source: string,
    { runId = "" }: RunnerOptions<Return>,
  ): Promise<LispStep<Return>> => {
    started.push(runId);
    const durationMs = Number(source);
    await new Promise<void>((resolve) => at(now + durationMs, resolve));
    const usage = { durationMs, steps: durationMs * 1_000, memoryBytes: 0, peakMemoryBytes: 0 };
    return {
      ok: false,
      fail: { reason: "failed", message: "simulated" },
      memory: Memory.empty,
      prints: [],
      toolCalls: [],
      summaries: {},
      usage: { ...usage, toolCalls: 0 },
    };
  };
  return {
    size,
    clock: { monotonic: () => now },
    started,
    at,
    run: begin,
    resume: (source, _, options) => begin(source, options),
    finish: async () => {
      isStarted = true;
      plan.sort((left, right) => left.time - right.time);
      for (let next = plan.shift(); next !== undefined; next = plan.shift()) {
        now = next.time;
        next.act();
        // The runs that ended now start others.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
