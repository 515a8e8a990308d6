// The median time of one call, in microseconds. A round has enough calls to last a while, so that
// the clock may be coarse.
import { median } from "./median.ts";

export interface Measurement {
  readonly name: string;
  readonly microseconds: number;
}

const WARM_UP_MS = 300;
const ROUND_MS = 50;
const ROUNDS = 15;

export async function measure(name: string, call: () => unknown): Promise<Measurement> {
  const warmUpCalls = await callsWithin(WARM_UP_MS, call);
  const callsPerRound = Math.max(1, Math.round((warmUpCalls * ROUND_MS) / WARM_UP_MS));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    for (let count = 0; count < callsPerRound; count += 1) await call();
    times.push(((performance.now() - startedAt) * 1000) / callsPerRound);
  }
  return { name, microseconds: median(times) };
}

async function callsWithin(milliseconds: number, call: () => unknown): Promise<number> {
  const end = performance.now() + milliseconds;
  let calls = 0;
  for (; performance.now() < end; calls += 1) await call();
  return calls;
}
