// How many bytes a run may use for converting data of its host. Maps, Sets, objects with accessors,
// and collections of the language that the host hands in again are copied when a program first
// reads them, whichever branch does so. So one account for the whole run counts these copies, and
// not the budgets of its branches.

import type { WorkMeter } from "@ptc/core/values";
import { LimitError } from "../errors/errors.ts";

/** What one entry of a converted collection takes. */
const bytesOfEntry = 64;

export class CrossingAccount implements WorkMeter {
  private readonly memoryBytes: number;
  private bytes = 0;
  private bytesAtEnd = 0;

  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
  }

  /**
   * Stops counting when the run has ended: whoever reads data of its step afterwards is the host.
   */
  close(): void {
    this.bytesAtEnd = this.bytes;
    this.bytes = -Infinity;
  }

  /**
   * Counts again, for a program that is run a second time from its start. What was copied in its
   * first run is still there and stays paid for.
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
