// A host whose results depend only on the call and its address. Their delays are random in each
// world.

import type { Clock, EffectAddress, ToolContext, Tools } from "@ptc/core/contracts";
import { effectAddressText } from "@ptc/core/internal/contracts";
import { run, type LispStep } from "../../src/index.ts";

export interface World {
  /** The seed of each call's delay: none, or some turns of the event loop. */
  readonly timing: number;
  readonly journal: Readonly<Record<string, unknown>>;
  /** True if every seventh call fails. */
  readonly fails: boolean;
}

/** The parts of a run that must not depend on timing. */
export interface Report {
  readonly outcome: unknown;
  readonly prints: readonly string[];
  readonly calls: readonly string[];
  readonly forks: readonly unknown[];
  readonly steps: number;
  readonly memoryBytes: number;
  /** The calls that reached the tool, by address, in any order. */
  readonly reached: readonly string[];
  readonly clockReads: readonly string[];
  readonly journal: unknown;
}

export async function runIn(world: World, source: string): Promise<Report> {
  const reached: string[] = [];
  const clockReads: string[] = [];
  const ask = async (n: number, { callId }: ToolContext): Promise<number> => {
    const turns = hash(`${String(world.timing)} ${callId}`) % 5;
    for (let turn = 1; turn < turns; turn++)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    return answer(world, n, callId);
  };
  const tools: Tools = {
    ask: ({ n }, context) => {
      reached.push(`${context.callId} ${String(n)}`);
      const isAtOnce = hash(`${context.callId} ${String(world.timing)}`) % 3 === 0;
      return isAtOnce ? answer(world, Number(n), context.callId) : ask(Number(n), context);
    },
  };
  const clock: Clock = {
    monotonic: () => 0,
    now: (address?: EffectAddress) => {
      if (address === undefined) return 0;
      const text = effectAddressText(address);
      clockReads.push(text);
      return hash(text);
    },
  };
  const step = await run(source, {
    tools,
    clock,
    runId: "r",
    random: () => 0.42,
    journal: world.journal,
    limits: { timeoutMs: 1e9 },
  });
  return report(step, reached, clockReads);
}

function report(step: LispStep, reached: string[], clockReads: string[]): Report {
  return {
    outcome: step.ok ? step.return : [step.fail.reason, step.fail.message],
    prints: step.prints,
    calls: step.toolCalls.map(
      ({ address, args, result, error }) =>
        `${effectAddressText(address)} ${JSON.stringify(args)} ${JSON.stringify(result ?? error)}`,
    ),
    forks: (step.parallelCalls ?? []).map(({ type, count, errorCount }) => [
      type,
      count,
      errorCount,
    ]),
    steps: step.usage.steps,
    memoryBytes: step.usage.memoryBytes,
    reached: reached.sort(),
    clockReads: clockReads.sort(),
    journal: step.journal,
  };
}

function answer({ fails }: World, n: number, callId: string): number {
  const drawn = hash(`${callId} ${String(n)}`);
  if (fails && drawn % 7 === 0) throw new Error(`busy at ${callId}`);
  return drawn % 100;
}

function hash(text: string): number {
  let value = 2166136261;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 16777619) >>> 0;
  return (value ^ (value >>> 15)) >>> 0;
}
