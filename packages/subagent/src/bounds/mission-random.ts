// The random numbers of a mission and its child missions. They depend only on a seed and on where
// they are drawn, not on earlier draws. So with the same seed, concurrent missions always draw the
// same numbers.

import type { RandomSource } from "@ptc/core/contracts";
import { randomHexId } from "@ptc/core/internal/contracts";
import { randomStream } from "@ptc/core/internal/random";

const seedDigits = 32;

export class MissionRandom {
  /** The seed: hexadecimal digits, followed by the calls that led to the mission. */
  readonly seed: string;
  /** The host's own random numbers, for values that don't affect results: wait times. */
  readonly jitter: RandomSource;
  private readonly started = new Map<string, number>();

  constructor(seed: string, jitter: RandomSource) {
    this.seed = seed;
    this.jitter = jitter;
  }

  static from(source: RandomSource): MissionRandom {
    return new MissionRandom(randomHexId(source, seedDigits), source);
  }

  /** Returns the numbers for one purpose. */
  stream(purpose: string): RandomSource {
    return randomStream(0, `${this.seed} ${purpose}`);
  }

  /** Returns the numbers for one of several missions of the same run. */
  ofRun(index: number): MissionRandom {
    return new MissionRandom(`${this.seed} run ${String(index)}`, this.jitter);
  }

  /**
   * Returns the numbers for the next mission that the tool call `callId` starts. Retries start
   * more missions.
   */
  below(callId: string): MissionRandom {
    const before = this.started.get(callId) ?? 0;
    this.started.set(callId, before + 1);
    return new MissionRandom(`${this.seed} ${callId} ${String(before)}`, this.jitter);
  }
}
