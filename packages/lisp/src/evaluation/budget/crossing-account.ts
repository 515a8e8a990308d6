// Limits the bytes that a run uses for converting host data. Maps, Sets, objects with accessors,
// and language collections that the host passes back are copied when a program first reads them, in
// any branch. So one account for the whole run counts these copies, instead of the budgets of its
// branches.

import type { WorkMeter } from "@ptc/core/values";
import { LimitError } from "../errors/errors.ts";

/** Bytes of one entry of a converted collection. */
const bytesOfEntry = 64;

export class CrossingAccount implements WorkMeter {
  private readonly memoryBytes: number;
  private bytes = 0;
  private bytesAtEnd = 0;

  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
  }

  /**
   * Stops counting when the run has ended, because only the host reads data of its step after
   * that.
   */
  close(): void {
    this.bytesAtEnd = this.bytes;
    this.bytes = -Infinity;
  }

  /**
   * Resumes counting, for a program that runs a second time from its start. Copies of its first
   * run still exist and stay paid.
   */
  reopen(): void {
    this.bytes = this.bytesAtEnd;
  }

  /** Counts entries before they are copied. @throws LimitError */
  spend(entries: number): void {
    if ((this.bytes += entries * bytesOfEntry) > this.memoryBytes)
      throw new LimitError("memoryBytes", this.memoryBytes);
  }
}
