// Reports the effects of a run while it runs, so that a killed process can be continued. An entry
// is stored before the next effect begins:
//
//   start ── begins refund ── effect refund ── begins pay ── ✕   pay may have run: it is uncertain

import type { EffectTimes } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { isThenable } from "@ptc/core/internal/contracts";
import { nextTask } from "@ptc/core/internal/task";
import type { Checkpoint, EntryPlace } from "../step/checkpoint.ts";
import type { CheckpointEntry, CheckpointStore, EntryOptions } from "../step/checkpoint-entry.ts";
import { canonicalJson, type Digests } from "./seal.ts";

type WithoutNumber<Entry> = Entry extends CheckpointEntry
  ? Omit<Entry, "number" | "signature">
  : never;
/** An entry that gets its number and signature when it is stored. */
export type NewEntry = WithoutNumber<CheckpointEntry>;

export interface CheckpointWriterOptions {
  readonly store: CheckpointStore;
  /** Signs the entries; undefined without `checkpointKey`. */
  readonly digests: Digests | undefined;
  readonly after: EntryPlace | undefined;
  /** Called once if an entry can't be stored, with the reason. */
  readonly onFailure: (error: unknown) => void;
}

/** Numbers, signs and stores the entries of a run, one after another. */
export class CheckpointWriter {
  private readonly options: CheckpointWriterOptions;
  /** The entries that are being stored; undefined if all are. */
  private tail: Promise<void> | undefined = undefined;
  /** True while the application stores an entry, which may make others. */
  private isStoring = false;
  private made: (() => NewEntry | Promise<NewEntry>)[] = [];
  private count: number;
  private signature: string | undefined;
  private hasFailed = false;
  /** An entry that waits for the next one. */
  private soon: (() => NewEntry | Promise<NewEntry>) | undefined = undefined;
  /** True while a task looks for entries that wait. */
  private isWatching = false;
  /** True while an entry is stored that another one follows at once. */
  private isFollowed = false;
  /** The number of entries that aren't stored yet. */
  private queued = 0;
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

  /**
   * Stores the entry that `make` returns, after those before it. It waits a moment for the next
   * entry, so that a store writes the answer of a call and the beginning of the next call at once.
   */
  appendSoon(make: () => NewEntry | Promise<NewEntry>): void {
    this.flush();
    this.soon = make;
    if (!this.isWatching) void this.watch();
  }

  /** Stores the entry that `make` returns, after those before it: at once if nothing waits. */
  append(make: () => NewEntry | Promise<NewEntry>): void {
    const { soon } = this;
    if (soon === undefined) {
      this.appendNow(make);
      return;
    }
    this.soon = undefined;
    this.isFollowed = true;
    this.appendNow(soon);
    this.isFollowed = false;
    this.appendNow(make);
  }

  private flush(): void {
    const { soon } = this;
    if (soon === undefined) return;
    this.soon = undefined;
    this.appendNow(soon);
  }

  /** Stores entries that no other one follows in time. */
  private async watch(): Promise<void> {
    this.isWatching = true;
    let watched: CheckpointWriter["soon"];
    // Once there has been nothing to wait for in a task, the next entry begins another watch.
    do {
      watched = this.soon;
      await nextTask();
    } while (this.soon !== watched);
    this.isWatching = false;
    this.flush();
  }

  private appendNow(make: () => NewEntry | Promise<NewEntry>): void {
    if (this.isStoring && this.tail === undefined) {
      this.made.push(make);
      return;
    }
    if (this.tail === undefined) this.follow(this.store(make));
    else {
      this.queued += 1;
      this.follow(
        this.tail.then(() => {
          this.queued -= 1;
          return this.store(make);
        }),
      );
    }
    for (let next = this.made.shift(); next !== undefined; next = this.made.shift())
      this.appendNow(next);
  }

  private follow(stored: Promise<void> | undefined): void {
    if (stored === undefined) return;
    const tail = stored.then(() => {
      if (this.tail === tail) this.tail = undefined;
    });
    this.tail = tail;
  }

  noteTimes(at: string, { timestamp, durationMs }: EffectTimes): void {
    this.times.push([at, timestamp, durationMs]);
  }

  /** Returns the times since the last entry. */
  takeTimes(): Checkpoint["times"] {
    const { times } = this;
    this.times = [];
    return times;
  }

  /**
   * Resolves when all entries so far are stored, or one of them can't be. Undefined if they are.
   */
  stored(): Promise<void> | undefined {
    this.flush();
    return this.tail;
  }

  /** Returns undefined if the entry has been stored, or can't be. */
  private store(make: () => NewEntry | Promise<NewEntry>): Promise<void> | undefined {
    if (this.hasFailed) return undefined;
    this.isStoring = true;
    let stored: unknown;
    try {
      const entry = make();
      if (isThenable(entry)) stored = entry.then((made) => this.signed(made));
      else stored = this.isSigned ? this.signed(entry) : this.pass(entry);
    } catch (error) {
      this.fail(error);
    } finally {
      this.isStoring = false;
    }
    return isThenable(stored)
      ? Promise.resolve(stored).then(
          () => undefined,
          (error: unknown) => {
            this.fail(error);
          },
        )
      : undefined;
  }

  get isSigned(): boolean {
    return this.options.digests !== undefined;
  }

  /** Signs an entry, and returns what the application returns for it. */
  private async signed(entry: NewEntry): Promise<unknown> {
    const { digests } = this.options;
    if (digests === undefined) return this.pass(entry);
    const numbered = { ...entry, number: this.count };
    this.signature = await entrySignature(numbered, this.signature, digests);
    return await this.pass(entry, this.signature);
  }

  private pass(entry: NewEntry, signature?: string): unknown {
    const number = this.count;
    this.count += 1;
    const hasMore = this.isFollowed || this.queued > 0 || this.made.length > 0;
    // The entry was made for the store, so it needs no copy.
    const numbered = Object.assign(entry, { number });
    return this.options.store(
      signature === undefined ? numbered : Object.assign(numbered, { signature }),
      hasMore ? followed : last,
    );
  }

  private fail(error: unknown): void {
    this.hasFailed = true;
    this.options.onFailure(error);
  }
}

const followed: EntryOptions = Object.freeze({ hasMore: true });
const last: EntryOptions = Object.freeze({ hasMore: false });

/** Returns the signature of an entry after one with the signature `before`. */
export async function entrySignature(
  entry: object,
  before: string | undefined,
  digests: Digests,
): Promise<string> {
  return await digests.of(canonicalJson([before ?? null, entry as Json]));
}
