// What every attack of this folder must end in: the typed failure of one limit, within all limits.

import { expect } from "vitest";
import {
  limitTable,
  run,
  type FailedStep,
  type LimitName,
  type Limits,
  type LispRunOptions,
} from "../../src/index.ts";
import { processorClock } from "../processor-clock.ts";

/** Small enough that a test is quick, large enough that a program gets somewhere. */
const small = {
  steps: 200_000,
  memoryBytes: 20_000_000,
  timeoutMs: 10_000,
} as const satisfies Partial<Limits>;

/**
 * Runs `source` under small limits, on top of which `options.limits` count, and asserts that
 * `limit` stops it: its reason, its option and value in the message and in the details, no more
 * used than allowed, within twice its time.
 */
export async function expectLimit(
  limit: LimitName,
  source: string,
  options: LispRunOptions = {},
): Promise<FailedStep> {
  const limits: Partial<Limits> = { ...small, ...options.limits };
  // This clock counts only the work of this process, so that a busy machine does not change the
  // result.
  const step = await run(source, { clock: processorClock, ...options, limits });
  if (step.ok) throw new Error(`${source.slice(0, 200)}\nsucceeded`);
  const { unit, reason } = limitTable[limit];
  const value = limits[limit] ?? limitTable[limit].default;
  expect(`${step.fail.reason}: ${step.fail.message}`).toContain(
    `${reason}: the program went beyond its limit of ${String(value)} ${unit} `,
  );
  expect(step.fail.message).toContain(`(option limits.${limit})`);
  expect(step.fail.details).toMatchObject({
    kind: reason,
    limit: { option: `limits.${limit}`, value, unit },
  });
  expect(step.usage.steps).toBeLessThanOrEqual(limits.steps ?? Infinity);
  expect(step.usage.memoryBytes).toBeLessThanOrEqual(limits.memoryBytes ?? Infinity);
  expect(step.usage.durationMs).toBeLessThanOrEqual(2 * (limits.timeoutMs ?? Infinity));
  return step;
}

/** A value that is small in memory and unfolds to 2^60 leaves. */
export const unfolding = "(nth (iterate (fn [x] [x x]) 1) 60)";

/** A text of `2^doublings` times `text`, made anew at each place. */
export function doubled(text: string, doublings: number): string {
  return `(nth (iterate (fn [s] (str s s)) "${text}") ${String(doublings)})`;
}
