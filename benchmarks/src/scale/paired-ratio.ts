// The ratio of the processor time of two works, which run in pairs.

import { median } from "../median.ts";
import { processorTime } from "../processor-time.ts";

/** A work that is measured. */
export type Work = () => Promise<unknown>;

/** Pairs that warm up the code. */
const warmUp = 3;

/** Returns the median ratio of two works, which run in pairs in both orders. */
export async function pairedRatio(work: Work, other: Work, pairs = 15): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs + warmUp; pair++) {
    const isFirst = pair % 2 === 0;
    const first = await spent(isFirst ? work : other);
    const second = await spent(isFirst ? other : work);
    if (pair >= warmUp) ratios.push(isFirst ? first / second : second / first);
  }
  return median(ratios);
}

/** Returns the processor time of `work` in milliseconds. */
async function spent(work: Work): Promise<number> {
  const before = processorTime();
  await work();
  return processorTime() - before;
}
