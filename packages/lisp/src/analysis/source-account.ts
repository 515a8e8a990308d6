// Bounds the cost of reading and analyzing one source by the limits of a run. A typical source
// costs its program nothing. Each run of the program is charged for the cost beyond that, so both
// together stay within the limits.

import type { Clock } from "@ptc/core/contracts";
import type { SourceMeter } from "./source-meter.ts";
import { LimitError } from "../evaluation/errors/errors.ts";
import type { Limits } from "../evaluation/limits.ts";

/** The free cost of a source. About 20,000 characters stay below it. */
const freeSteps = 100_000;
const freeBytes = 8_000_000;

/** The bytes of the forms read from one character. */
const bytesOfCharacter = 64;

/** Work in steps between clock readings. This many steps take well below a millisecond. */
const stepsBetweenLooks = 1_024;

/** The cost of a source that each run of its program is charged for. */
export interface SourceCost {
  readonly steps: number;
  readonly bytes: number;
}

export class SourceAccount implements SourceMeter {
  private readonly limits: Limits;
  private readonly clock: Clock;
  private steps = 0;
  private bytes = 0;
  private stepsAtLook = 0;
  private startedAt: number | undefined = undefined;

  constructor(limits: Limits, clock: Clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /** Resets the counts for another analysis of the source. The time continues to count. */
  begin(length: number): void {
    this.steps = this.stepsAtLook = this.bytes = 0;
    this.charge(length * bytesOfCharacter);
  }

  /** @throws LimitError */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > this.limits.steps + freeSteps)
      throw new LimitError("steps", this.limits.steps);
    if (this.steps - this.stepsAtLook >= stepsBetweenLooks) this.look();
  }

  /** @throws LimitError */
  charge(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.limits.memoryBytes + freeBytes)
      throw new LimitError("memoryBytes", this.limits.memoryBytes);
  }

  /** The cost charged to each run; undefined for a typical source. */
  get cost(): SourceCost | undefined {
    const steps = Math.max(0, this.steps - freeSteps);
    const bytes = Math.max(0, this.bytes - freeBytes);
    return steps + bytes > 0 ? { steps, bytes } : undefined;
  }

  /**
   * The duration of the analysis so far in milliseconds; 0 if it was too short to read the clock.
   */
  get elapsedMs(): number {
    return this.startedAt === undefined ? 0 : this.clock.monotonic() - this.startedAt;
  }

  private look(): void {
    this.stepsAtLook = this.steps;
    this.startedAt ??= this.clock.monotonic();
    const { timeoutMs } = this.limits;
    if (this.elapsedMs > timeoutMs) throw new LimitError("timeoutMs", timeoutMs);
  }
}
