// Reports the effects of a run while it runs, so that a killed process can be continued. An entry
// is stored before the next effect begins:
//
//   start ── begins refund ── effect refund ── begins pay ── ✕   pay may have run: it is uncertain

import { messageOf } from "../recording/effect-json.ts";
import type { CheckpointEntry, CheckpointStore } from "../step/checkpoint-entry.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import { canonicalJson, type Digests } from "@ptc/lisp/internal/waiting";
import type { Json } from "@ptc/core/encoding";
import type { EffectTimes } from "@ptc/core/contracts";

type WithoutNumber<Entry> = Entry extends CheckpointEntry
  ? Omit<Entry, "number" | "signature">
  : never;
/** An entry that gets its number and signature when it is stored. */
export type NewEntry = WithoutNumber<CheckpointEntry>;

/** Where a resumed run continues its entries. */
export type EntryPlace = NonNullable<MissionCheckpoint["entries"]>;

export interface CheckpointWriterOptions {
  readonly store: CheckpointStore;
  /** Signs the entries; undefined without `checkpointKey`. */
  readonly digests: Digests | undefined;
  readonly after: EntryPlace | undefined;
  /** Called once if an entry can't be stored. */
  readonly onFailure: (message: string) => void;
}

export class CheckpointWriter {
  private readonly options: CheckpointWriterOptions;
  private tail: Promise<void> = Promise.resolve();
  private count: number;
  private signature: string | undefined;
  private hasFailed = false;
  /** The times of calls and forks that no entry has yet. */
  private times: [string, number, number][] = [];

  constructor(options: CheckpointWriterOptions) {
    this.options = options;
    this.count = options.after?.count ?? 0;
    this.signature = options.after?.signature;
  }

  /** Where the entries of this run end. */
  get place(): EntryPlace {
    const { count, signature } = this;
    return { count, ...(signature === undefined ? {} : { signature }) };
  }

  /** Stores the entry that `make` returns, after those before it. */
  append(make: () => NewEntry | Promise<NewEntry>): void {
    this.tail = this.tail.then(async () => {
      if (this.hasFailed) return;
      try {
        await this.store(await make());
      } catch (error) {
        this.hasFailed = true;
        this.options.onFailure(messageOf(error) ?? "it failed");
      }
    });
  }

  noteTimes(at: string, { timestamp, durationMs }: EffectTimes): void {
    this.times.push([at, timestamp, durationMs]);
  }

  /** Returns the times since the last entry. */
  takeTimes(): MissionCheckpoint["times"] {
    const { times } = this;
    this.times = [];
    return times;
  }

  /** Resolves when all entries so far are stored, or one of them can't be. */
  stored(): Promise<void> {
    return this.tail;
  }

  private async store(entry: NewEntry): Promise<void> {
    const { store, digests } = this.options;
    const numbered = { ...entry, number: this.count };
    const signature =
      digests === undefined ? undefined : await entrySignature(numbered, this.signature, digests);
    // The fields are those of the entry and its number.
    await store({
      ...numbered,
      ...(signature === undefined ? {} : { signature }),
    });
    this.count += 1;
    this.signature = signature;
  }
}

/** Returns the signature of an entry after one with the signature `before`. */
export async function entrySignature(
  entry: object,
  before: string | undefined,
  digests: Digests,
): Promise<string> {
  return await digests.of(canonicalJson([before ?? null, entry as Json]));
}
