// The random numbers of a mission and of the missions below it. All follow from one seed and from
// where they are drawn, never from what others have drawn before: so missions that run at the same
// time draw the same numbers whenever they are run with the same seed.

import type { RandomSource } from "@ptc/core/contracts";
import { randomHexId } from "@ptc/core/internal/contracts";
import { randomStream } from "@ptc/core/internal/random";

const seedDigits = 32;

export class MissionRandom {
  /** What the numbers follow from: hexadecimal digits, and the calls that led to the mission. */
  readonly seed: string;
  /** The numbers of the host itself, for what no result depends on: how long to wait. */
  readonly jitter: RandomSource;
  private readonly started = new Map<string, number>();

  constructor(seed: string, jitter: RandomSource) {
    this.seed = seed;
    this.jitter = jitter;
  }

  static from(source: RandomSource): MissionRandom {
    return new MissionRandom(randomHexId(source, seedDigits), source);
  }

  /** The numbers for one purpose. */
  stream(purpose: string): RandomSource {
    return randomStream(0, `${this.seed} ${purpose}`);
  }

  /** Those of one of several missions that are run together. */
  ofRun(index: number): MissionRandom {
    return new MissionRandom(`${this.seed} run ${String(index)}`, this.jitter);
  }

  /** Those of the next mission that the tool call `callId` starts: a call may be made again. */
  below(callId: string): MissionRandom {
    const before = this.started.get(callId) ?? 0;
    this.started.set(callId, before + 1);
    return new MissionRandom(`${this.seed} ${callId} ${String(before)}`, this.jitter);
  }
}
