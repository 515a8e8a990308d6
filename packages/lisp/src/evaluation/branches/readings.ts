// What shared work has read of other shared work. Whoever meets an outcome also pays for what was
// read to compute it, unless that has been paid for already, and finds its records at the same
// position.

import type { RunRecords } from "./run-records.ts";

/** Work whose outcomes, in order, can be read. */
export interface ReadableWork {
  /** The records of the outcomes from number `from` up to, but not including, number `to`. */
  recordsBetween(from: number, to: number): readonly RunRecords[];
}

/** The outcomes of `work` before `count` were read. */
export interface Reading {
  readonly work: ReadableWork;
  readonly count: number;
}

/** How far each piece of work has been read. */
export type ReadSoFar = Map<ReadableWork, number>;

export class Readings {
  private readonly records: RunRecords;
  private readonly soFar: ReadSoFar;
  private read: Reading[] | undefined = undefined;

  /**
   * `records` are those of the outcome; `soFar` is what earlier outcomes of the same work have
   * read. It need not be noted again: whoever meets this outcome has met the earlier ones.
   */
  constructor(records: RunRecords, soFar: ReadSoFar) {
    this.records = records;
    this.soFar = soFar;
  }

  /** Notes that the outcomes of `work` before number `count` were read. */
  note(work: ReadableWork, count: number): void {
    const known = this.soFar.get(work) ?? 0;
    if (known >= count) return;
    this.soFar.set(work, count);
    (this.read ??= []).push({ work, count });
    for (const records of work.recordsBetween(known, count)) this.records.include(records);
  }

  get list(): readonly Reading[] {
    return this.read ?? noReadings;
  }
}

const noReadings: readonly Reading[] = [];
