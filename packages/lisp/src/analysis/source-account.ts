// What reading and analyzing one source may cost: as much as its program may when it runs. A usual
// source costs its program nothing. What a source costs beyond that is spent again by each run of
// the program, so that both together stay within the limits.

import type { Clock } from "@ptc/core/contracts";
import type { SourceMeter } from "./source-meter.ts";
import { LimitError } from "../evaluation/errors/errors.ts";
import type { Limits } from "../evaluation/limits.ts";

/** What a source costs nothing for: that of some 20,000 characters does not take more. */
const freeSteps = 100_000;
const freeBytes = 8_000_000;

/** What the forms take that are read from one character. */
const bytesOfCharacter = 64;

/** A shorter stretch of work takes well below a millisecond, and the clock is not looked at. */
const stepsBetweenLooks = 1_024;

/** What a source costs the runs of its program. */
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

  /** Counts from nothing, for a source that is analyzed once more. Its time goes on. */
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

  /** What is spent by each run; undefined for a usual source. */
  get cost(): SourceCost | undefined {
    const steps = Math.max(0, this.steps - freeSteps);
    const bytes = Math.max(0, this.bytes - freeBytes);
    return steps + bytes > 0 ? { steps, bytes } : undefined;
  }

  /** The time that the analysis took so far, where it took enough to look. */
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
