// Tracks what shared work has read of other shared work. A branch that meets an outcome also pays
// for everything read to compute it, unless it has paid for that before. It gets those records at
// the same position.

import type { RunRecords } from "./run-records.ts";

/** Work whose outcomes can be read in order. */
export interface ReadableWork {
  /** Returns the records of outcomes from number `from` up to, but not including, number `to`. */
  recordsBetween(from: number, to: number): readonly RunRecords[];
}

/** Outcomes of `work` before number `count`, which were read. */
export interface Reading {
  readonly work: ReadableWork;
  readonly count: number;
  /** The outcomes that earlier outcomes of the same work have read. */
  readonly known: number;
}

/** The number of outcomes read of each piece of work. */
export type ReadSoFar = Map<ReadableWork, number>;

export class Readings {
  private readonly records: RunRecords;
  private readonly soFar: ReadSoFar;
  private read: Reading[] | undefined = undefined;

  /**
   * `records` belong to the outcome, and `soFar` is what earlier outcomes of the same work have
   * read. That isn't noted again, because a branch that meets this outcome has met the earlier
   * ones.
   */
  constructor(records: RunRecords, soFar: ReadSoFar) {
    this.records = records;
    this.soFar = soFar;
  }

  /** Records that the outcomes of `work` before number `count` were read. */
  note(work: ReadableWork, count: number): void {
    const known = this.soFar.get(work) ?? 0;
    if (known >= count) return;
    this.soFar.set(work, count);
    (this.read ??= []).push({ work, count, known });
    for (const records of work.recordsBetween(known, count)) this.records.include(records);
  }

  /** Forgets what an attempt without an outcome has read. */
  undo(): void {
    for (const { work, known } of this.list.toReversed()) this.soFar.set(work, known);
  }

  get list(): readonly Reading[] {
    return this.read ?? noReadings;
  }
}

const noReadings: readonly Reading[] = [];
