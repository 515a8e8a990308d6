// The results of tasks by id, as the application keeps them. They are encoded when they are
// recorded, so that the next run reads the same value that the first run went on with. A change is
// seen at once by every branch.
//
//   "fetch": [1 2 3]                 what the task answered
//   "pay": {"$unkept": "…"}          the task has run, but its result could not be kept

import { JournalEntries, isThenable } from "@ptc/core/contracts";
import { tags } from "@ptc/core/encoding";
import type { Value, WorkMeter } from "@ptc/core/values";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import type { TaskResults } from "../evaluation/evaluation-options.ts";
import { Raised } from "../evaluation/errors/raised.ts";
import { ownText } from "../evaluation/host/is-object.ts";
import { shownId } from "./task-id.ts";

/** Writes and reads values of the journal as JSON; the run supplies it. */
export interface JournalCodec {
  /** @throws EvaluationError for what cannot be kept; what `meter` throws */
  encode(id: string, value: Value, meter: WorkMeter): unknown;
  /**
   * @throws EvaluationError for JSON that is no encoded value, as a journal comes from outside;
   * what `meter` throws
   */
  decode(id: string, json: unknown, meter: WorkMeter): Value;
}

/**
 * Told of each change at once, before the program goes on: `json` is the recorded result,
 * `undefined` when it was taken back.
 */
export type JournalListener = (id: string, json: unknown) => void;

/** What changed in a journal: the entry as JSON, or `removed` where a result was taken back. */
export type JournalChange =
  | { readonly id: string; readonly entry: unknown }
  | { readonly id: string; readonly removed: true };

/**
 * Keeps a change where it outlives the process. The program goes on when it has; where it throws or
 * rejects, the program ends.
 */
export type JournalStore = (change: JournalChange) => unknown;

export class Journal implements TaskResults {
  /** The entries, and which tasks are under way in runs that share them. */
  readonly shared: JournalEntries;
  /** Whether the entries are those of one run alone. */
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
   * The recorded value, `undefined` when there is none.
   * @throws EvaluationError for an entry that cannot be read, and for a task that has run although
   * nothing could be kept of it; what `meter` throws
   */
  find(id: string, meter: WorkMeter): Value | undefined {
    const entry = this.shared.get(id);
    if (entry === undefined && !this.shared.has(id)) return undefined;
    const why = ownText(entry, tags.unkept);
    if (why === undefined) return this.codec.decode(id, entry, meter);
    throw new EvaluationError(
      "unkept_task",
      `task: ${shownId(id)} has run before, but its result could not be kept: ${why}`,
      {
        op: "task",
        hint: "what it did is done and is not done again; (task-reset id) makes the next task run",
      },
    );
  }

  /**
   * The entry for `value`, for `keep`.
   * @throws EvaluationError for a value that cannot be kept; what `meter` throws
   */
  entryOf(id: string, value: Value, meter: WorkMeter): unknown {
    return this.codec.encode(id, value, meter);
  }

  /** The entry of a task that has run, although its value cannot be kept because of `error`. */
  failedEntry(error: unknown): unknown {
    const hasMessage = error instanceof Error || error instanceof Raised;
    return { [tags.unkept]: hasMessage ? shortened(error.message) : "it failed" };
  }

  /**
   * Records an entry, once the store has it. Answers with a promise where the store does.
   * @throws what the store throws
   */
  keep(id: string, entry: unknown): PromiseLike<unknown> | undefined {
    const stored = this.store?.({ id, entry });
    if (!isThenable(stored)) {
      this.set(id, entry);
      return undefined;
    }
    return settled(stored).then(() => {
      this.set(id, entry);
    });
  }

  /** Takes a result back, once the store has done so, as `keep` does. */
  forget(id: string): PromiseLike<unknown> | undefined {
    const stored = this.store?.({ id, removed: true });
    if (!isThenable(stored)) {
      this.remove(id);
      return undefined;
    }
    return settled(stored).then(() => {
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
 * A promise of what `answer` settles to: a thenable of the host may answer nothing to `then`, or
 * settle twice.
 */
function settled(answer: PromiseLike<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.then(() => {
      resolve();
    }, reject);
  });
}

const longestReason = 300;

function shortened(text: string): string {
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text;
}
