// How long the host computes without a turn of its event loop. What counts is the time that its
// thread has worked, without collections of garbage: other work of the machine does not count, nor
// does what the engine does beside the program in threads of its own.

import { slowness } from "../slowness.ts";
import { PerformanceObserver, type PerformanceEntry } from "node:perf_hooks";

/** Milliseconds. Reading is cut into slices of 8. */
export const longestStall = 50;

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly workedMs: number;
}

const mostTries = 4;

/**
 * The longest stall, less what is allowed, in milliseconds of the machine for which `longestStall`
 * was chosen, while `work` is done. What the work makes the host do takes its time whenever it is
 * done, so what occurs only once (a page that the system fetches) is left out by doing it again.
 */
export async function stallOf(work: () => Promise<void>, allowedMs = 0): Promise<number> {
  let least = Infinity;
  for (let tried = 0; tried < mostTries && least >= longestStall; tried++)
    least = Math.min(least, ((await watched(work)) - allowedMs) / slowness());
  return least;
}

/**
 * What it takes here to lengthen an array of so many elements by one, in milliseconds: the engine
 * copies all of it in one go, and on some machines each page that is touched first takes long.
 */
export function growthOf(elements: number): number {
  return Math.min(...Array.from({ length: 3 }, () => longestPush(elements)));
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
    // Collections are told a little later.
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
