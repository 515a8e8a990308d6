// What shared work has read of other shared work. Who meets one of its outcomes pays for what was
// read for it too, where that is new to them, and finds the records of it at the same place.

import type { RunRecords } from "./run-records.ts";

/** Work whose outcomes, in order, can be read. */
export interface ReadableWork {
  /** The records of the outcomes from `from` to before `to`. */
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
   * read: who meets this one has met them.
   */
  constructor(records: RunRecords, soFar: ReadSoFar) {
    this.records = records;
    this.soFar = soFar;
  }

  /** The outcomes of `work` before `count` were read. */
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
