// The required outcome of every attack in this folder: the typed failure of one limit, within all
// limits.

import { expect } from "vitest";
import {
  limitTable,
  run,
  type LispStep,
  type LimitName,
  type Limits,
  type LispRunOptions,
} from "../../src/index.ts";
import { processorClock } from "../processor-clock.ts";

/** Small enough for quick tests, large enough for real work. */
const small = {
  steps: 200_000,
  memoryBytes: 20_000_000,
  timeoutMs: 10_000,
} as const satisfies Partial<Limits>;

/**
 * Runs `source` under small limits, overridden by `options.limits`, and asserts that `limit` stops
 * it. Checks the reason, the option and value in the message and the details, that usage is within
 * the limit, and that it takes at most twice its time.
 */
export async function expectLimit(
  limit: LimitName,
  source: string,
  options: LispRunOptions = {},
): Promise<Extract<LispStep, { readonly ok: false }>> {
  const limits: Partial<Limits> = { ...small, ...options.limits };
  // This clock counts only the CPU time of this process, so a busy machine doesn't affect the
  // result.
  const step = await run(source, { clock: processorClock, ...options, limits });
  if (step.ok) throw new Error(`${source.slice(0, 200)}\nsucceeded`);
  const { unit, reason } = limitTable[limit];
  const value = limits[limit] ?? limitTable[limit].default;
  expect(`${step.fail.reason}: ${step.fail.message}`).toContain(
    `${reason}: the program exceeded its limit of ${String(value)} ${unit} `,
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

/** A value that is small in memory and expands to 2^60 leaves. */
export const unfolding = "(nth (iterate (fn [x] [x x]) 1) 60)";

/** Returns a program for a text of `2^doublings` times `text`, created anew each time. */
export function doubled(text: string, doublings: number): string {
  return `(nth (iterate (fn [s] (str s s)) "${text}") ${String(doublings)})`;
}
