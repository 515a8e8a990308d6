// Measures the longest time for which the host computes without a turn of its event loop. It counts
// CPU time of the host's thread without garbage collection, so other processes and the engine's
// background threads don't count.

import { slowness } from "../slowness.ts";
import { PerformanceObserver, type PerformanceEntry } from "node:perf_hooks";

/** In milliseconds. The reader yields every 8. */
export const longestStall = 50;

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly workedMs: number;
}

const mostTries = 4;

/**
 * Returns the longest stall during `work`, minus the allowed time, in milliseconds of the machine
 * for which `longestStall` was chosen. Real stalls recur, so repeating the work excludes one-time
 * delays, such as page faults.
 */
export async function stallOf(work: () => Promise<void>, allowedMs = 0): Promise<number> {
  let least = Infinity;
  for (let tried = 0; tried < mostTries && least >= longestStall; tried++)
    least = Math.min(least, ((await watched(work)) - allowedMs) / slowness());
  return least;
}

const growths = new Map<number, number>();

/**
 * Returns the time in milliseconds to append one element to an array of this size. The engine
 * copies the entire array at once, and on some machines each first access to a page is slow. The
 * time depends only on the machine, so it is measured once.
 */
export function growthOf(elements: number): number {
  const growth =
    growths.get(elements) ?? Math.min(...Array.from({ length: 3 }, () => longestPush(elements)));
  growths.set(elements, growth);
  return growth;
}

function longestPush(elements: number): number {
  const element = {};
  const array: unknown[] = [];
  let longest = 0;
  for (let index = 0; index < elements; index++) {
    const begun = performance.now();
    array.push(element);
    longest = Math.max(longest, performance.now() - begun);
  }
  return longest;
}

async function watched(work: () => Promise<void>): Promise<number> {
  const gaps: Gap[] = [];
  const collections: PerformanceEntry[] = [];
  const collector = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  collector.observe({ entryTypes: ["gc"] });
  let from = performance.now();
  let begun = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(begun);
    const to = performance.now();
    gaps.push({ from, to, workedMs: (user + system) / 1000 });
    begun = process.threadCpuUsage();
    from = to;
  };
  const timer = setInterval(look, 1);
  try {
    await work();
    look();
    // Garbage collections are reported with a delay.
    await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    clearInterval(timer);
    collector.disconnect();
  }
  return Math.max(0, ...gaps.map((gap) => gap.workedMs - collectedIn(gap, collections)));
}

function collectedIn({ from, to }: Gap, collections: readonly PerformanceEntry[]): number {
  return collections
    .filter(({ startTime }) => startTime >= from && startTime < to)
    .reduce((total, { duration }) => total + duration, 0);
}
