// What a run may have converted of its host's data, in bytes: Maps, Sets, objects with accessors
// and collections that come back are copied when they are first read, whichever branch reads them.
// So the run has one account for all its branches, beside theirs.

import type { WorkMeter } from "@ptc/core/values";
import { LimitError } from "./errors.ts";

/** What an entry of a converted collection takes. */
const bytesOfEntry = 64;

export class CrossingAccount implements WorkMeter {
  private readonly memoryBytes: number;
  private bytes = 0;
  private bytesAtEnd = 0;

  constructor(memoryBytes: number) {
    this.memoryBytes = memoryBytes;
  }

  /** The run has ended: who reads its step afterwards is the host. */
  close(): void {
    this.bytesAtEnd = this.bytes;
    this.bytes = -Infinity;
  }

  /** The program runs again from its start: what was copied is still there, and paid for. */
  reopen(): void {
    this.bytes = this.bytesAtEnd;
  }

  /** Counts entries before they are copied. @throws LimitError */
  spend(entries: number): void {
    if ((this.bytes += entries * bytesOfEntry) > this.memoryBytes)
      throw new LimitError("memoryBytes", this.memoryBytes);
  }
}
