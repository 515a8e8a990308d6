// Measures how long a timer waits beside many computing runs, and how long an abort takes. Both are
// processor time, which other processes don't change.
import { run } from "@ptc/lisp";
import { median } from "../median.ts";
import { processorTime } from "../processor-time.ts";

const COMPUTING = [1, 10, 50, 200] as const;
const REPEATS = 5;
const TIMER_MS = 5;
/** The processor time for which the runs compute. */
const WATCHED_MS = 500;

export interface TimerGap {
  readonly count: number;
  readonly gap: number;
  readonly abort: number;
}

/** Returns the median of several repeats for each number of runs. */
export async function longestGaps(): Promise<readonly TimerGap[]> {
  const gaps: TimerGap[] = [];
  for (const count of COMPUTING) {
    const measured = [];
    for (let repeat = 0; repeat <= REPEATS; repeat += 1) measured.push(await gapBeside(count));
    // The first measurement only warms up.
    const counted = measured.slice(1);
    const gap = median(counted.map((one) => one.gap));
    gaps.push({ count, gap, abort: median(counted.map((one) => one.abort)) });
  }
  return gaps;
}

async function gapBeside(count: number): Promise<Pick<TimerGap, "gap" | "abort">> {
  const abort = new AbortController();
  const startedAt = processorTime();
  let last = startedAt;
  let gap = 0;
  let abortedAt = Number.NaN;
  const timer = setInterval(() => {
    const now = processorTime();
    gap = Math.max(gap, now - last);
    last = now;
    if (now - startedAt < WATCHED_MS || abort.signal.aborted) return;
    abortedAt = now;
    abort.abort();
  }, TIMER_MS);
  const options = { signal: abort.signal, limits: { steps: 1e12, timeoutMs: 1e6 } };
  const steps = await Promise.all(
    Array.from({ length: count }, () => run("(loop [i 0] (recur (inc i)))", options)),
  );
  clearInterval(timer);
  for (const step of steps)
    if (step.ok || step.fail.reason !== "cancelled") throw new Error("a run ended by itself");
  return { gap, abort: processorTime() - abortedAt };
}
