// The results of tasks by id, which the application stores. They are encoded when they are
// recorded, so that the next run reads the same value with which the first run continued. Every
// branch sees a change at once.
//
//   "fetch": [1 2 3]                 the result of the task
//   "pay": {"$unkept": "…"}          the task has run, but its result could not be stored

import { shortened } from "@ptc/core/internal/printing";
import { isThenable } from "@ptc/core/internal/contracts";
import { JournalEntries } from "@ptc/core/internal/journal";
import { tags } from "@ptc/core/encoding";
import type { Value, WorkMeter } from "@ptc/core/values";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import type { StoreFailed, TaskResults } from "../evaluation/evaluation-options.ts";
import { Raised } from "../evaluation/errors/raised.ts";
import { ownText } from "../evaluation/host/own-text.ts";
import { shownId } from "./task-id.ts";

/** Encodes and decodes journal values as JSON. The run provides it. */
export interface JournalCodec {
  /** Returns the JSON of an entry with a record of its firewalled texts. */
  mark(id: string, json: unknown): unknown;
  /** Returns the JSON of an entry without that record, and hides these texts in this run. */
  unmark(id: string, entry: unknown): unknown;
  /**
   * Returns the JSON of `value`.
   * @throws EvaluationError for a value that can't be stored; any error of `meter`
   */
  encode(id: string, value: Value, meter: WorkMeter): unknown;
  /**
   * Returns the value of a stored entry.
   * @throws EvaluationError for JSON that isn't an encoded value, because a journal comes from
   * outside; any error of `meter`
   */
  decode(id: string, json: unknown, meter: WorkMeter): Value;
}

/**
 * Called on each change before the program continues. `json` is the recorded result, or
 * `undefined` if it was removed.
 */
export type JournalListener = (id: string, json: unknown) => void;

/** A change of a journal: the entry as JSON, or `removed` if a result was removed. */
export type JournalChange =
  | { readonly id: string; readonly entry: unknown }
  | { readonly id: string; readonly removed: true };

/**
 * Stores a change where it outlives the process. The program waits for it. If it throws or
 * rejects, the program ends.
 */
export type JournalStore = (change: JournalChange) => unknown;

export class Journal implements TaskResults {
  /** The entries, and the tasks in progress in runs that share them. */
  readonly shared: JournalEntries;
  /** True if the entries belong to one run alone. */
  private readonly isOwn: boolean;
  private readonly codec: JournalCodec;
  private readonly listener: JournalListener | undefined;
  private readonly store: JournalStore | undefined;

  constructor(
    given: Iterable<readonly [string, unknown]> | JournalEntries,
    codec: JournalCodec,
    listener?: JournalListener,
    store?: JournalStore,
  ) {
    this.isOwn = !(given instanceof JournalEntries);
    this.shared = given instanceof JournalEntries ? given : new JournalEntries(given);
    this.codec = codec;
    this.listener = listener;
    this.store = store;
  }

  /**
   * Returns the recorded value, or `undefined` if the task has no entry.
   * @throws EvaluationError for an entry that can't be read, and for a task that has run but whose
   * result could not be stored; any error of `meter`
   */
  find(id: string, meter: WorkMeter): Value | undefined {
    const entry = this.shared.get(id);
    if (entry === undefined && !this.shared.has(id)) return undefined;
    const json = this.codec.unmark(id, entry);
    const why = ownText(json, tags.unkept);
    if (why === undefined) return this.codec.decode(id, json, meter);
    throw new EvaluationError(
      "unkept_task",
      `task: ${shownId(id)} has run before, but its result could not be stored: ${why}`,
      {
        op: "task",
        hint: "its effects happened and are not repeated; (task-reset id) makes the next task run",
      },
    );
  }

  /**
   * Returns the entry for `value`, for `keep`.
   * @throws EvaluationError for a value that can't be stored; any error of `meter`
   */
  entryOf(id: string, value: Value, meter: WorkMeter): unknown {
    return this.codec.mark(id, this.codec.encode(id, value, meter));
  }

  /**
   * Returns the entry of a task that has run, although its value can't be stored because of
   * `error`.
   */
  failedEntry(id: string, error: unknown): unknown {
    const hasMessage = error instanceof Error || error instanceof Raised;
    const why = hasMessage ? shortened(error.message, longestReason) : "it failed";
    return this.codec.mark(id, { [tags.unkept]: why });
  }

  /**
   * Records an entry after the store has stored it. Returns a promise if the store does; it rejects
   * with the result of `failed` for an error of the store.
   * @throws any error of the store
   */
  keep(id: string, entry: unknown, failed: StoreFailed): Promise<unknown> | undefined {
    const stored = this.store?.({ id, entry });
    if (!isThenable(stored)) {
      this.set(id, entry);
      return undefined;
    }
    return settled(stored, failed).then(() => {
      this.set(id, entry);
    });
  }

  /** Removes a result after the store has removed it, as `keep` does. */
  forget(id: string, failed: StoreFailed): Promise<unknown> | undefined {
    const stored = this.store?.({ id, removed: true });
    if (!isThenable(stored)) {
      this.remove(id);
      return undefined;
    }
    return settled(stored, failed).then(() => {
      this.remove(id);
    });
  }

  get own(): Readonly<Record<string, unknown>> | undefined {
    return this.isOwn ? this.shared.record : undefined;
  }

  private remove(id: string): void {
    this.shared.delete(id);
    this.listener?.(id, undefined);
  }

  private set(id: string, json: unknown): void {
    this.shared.set(id, json);
    this.listener?.(id, json);
  }
}

/**
 * Returns a promise that settles with `answer`. A thenable of the host may return nothing from
 * `then`, or settle twice.
 */
function settled(answer: PromiseLike<unknown>, failed: StoreFailed): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.then(
      () => {
        resolve();
      },
      (error: unknown) => {
        reject(failed(error));
      },
    );
  });
}

const longestReason = 300;
