// The results of tasks, by id, as the application keeps them: encoded, so that a value read back in
// the next run is the value the first run went on with. Entries change at once, in every branch.

import type { ForkStep } from "@ptc/core/contracts";
import type { Value, WorkMeter } from "@ptc/core/values";

/** Writes and reads values of the journal as JSON; the run supplies it. */
export interface JournalCodec {
  /** @throws EvaluationError for what cannot be kept; what `meter` throws */
  encode(id: string, value: Value, meter: WorkMeter): unknown;
  /** @throws EvaluationError for JSON that is no encoded value: a journal comes from outside */
  decode(id: string, json: unknown): Value;
}

/** A task that a branch works on, known by its path. */
export interface RunningTask {
  readonly owner: readonly ForkStep[];
  readonly result: Promise<Value>;
}

/**
 * Told of each change at once, before the program goes on: `json` is the recorded result,
 * `undefined` when it was taken back.
 */
export type JournalListener = (id: string, json: unknown) => void;

export class Journal {
  private readonly entries: Map<string, unknown>;
  private readonly codec: JournalCodec;
  private readonly listener: JournalListener | undefined;
  private readonly running = new Map<string, RunningTask>();

  constructor(
    entries: Iterable<readonly [string, unknown]>,
    codec: JournalCodec,
    listener?: JournalListener,
  ) {
    this.entries = new Map(entries);
    this.codec = codec;
    this.listener = listener;
  }

  /** The recorded value, `undefined` when there is none. */
  find(id: string): Value | undefined {
    const entry = this.entries.get(id);
    return entry === undefined ? undefined : this.codec.decode(id, entry);
  }

  /** Records `value`; answers what a later run will read. */
  record(id: string, value: Value, meter: WorkMeter): Value {
    const encoded = this.codec.encode(id, value, meter);
    this.entries.set(id, encoded);
    this.listener?.(id, encoded);
    return this.codec.decode(id, encoded);
  }

  forget(id: string): void {
    this.entries.delete(id);
    this.listener?.(id, undefined);
  }

  /** The task under `id` while a branch is working on it. */
  runningTask(id: string): RunningTask | undefined {
    return this.running.get(id);
  }

  /** Notes that the branch `owner` works on `id` until `result` is there. */
  begin(id: string, owner: readonly ForkStep[], result: Promise<Value>): void {
    this.running.set(id, { owner, result });
    const end = (): void => {
      this.running.delete(id);
    };
    result.then(end, end);
  }

  /** What the application keeps. */
  all(): Iterable<readonly [string, unknown]> {
    return this.entries;
  }
}

/** An id as messages show it: it is text of the program or of the application, of any length. */
export function shownId(id: string): string {
  return JSON.stringify(id.length > 60 ? `${id.slice(0, 60)}…` : id);
}
