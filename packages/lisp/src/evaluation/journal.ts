// The results of tasks, by id, as the application keeps them: encoded, so that a value read back in the next run is the
// value the first run went on with. Entries change at once, in every branch.

import type { Value, WorkMeter } from "@ptc/core/values";
import { EvaluationError } from "./errors.ts";

/** Writes and reads values of the journal as JSON; the run supplies it. */
export interface JournalCodec {
  /** @throws EvaluationError for what cannot be kept; what `meter` throws */
  encode(id: string, value: Value, meter: WorkMeter): unknown;
  /** @throws EvaluationError for JSON that is no encoded value: a journal comes from outside */
  decode(id: string, json: unknown): Value;
}

export class Journal {
  private readonly entries: Map<string, unknown>;
  private readonly codec: JournalCodec;
  private readonly running = new Map<string, Promise<Value>>();
  /** Which tasks wait for which: a task that a branch inside it waits for. */
  private readonly waiting = new Map<string, Set<string>>();

  constructor(entries: Iterable<readonly [string, unknown]>, codec: JournalCodec) {
    this.entries = new Map(entries);
    this.codec = codec;
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
    return this.codec.decode(id, encoded);
  }

  forget(id: string): void {
    this.entries.delete(id);
  }

  /** The task under `id` while a branch is working on it. */
  runningTask(id: string): Promise<Value> | undefined {
    return this.running.get(id);
  }

  /** Notes that a branch works on `id` until `result` is there. */
  begin(id: string, result: Promise<Value>): void {
    this.running.set(id, result);
    const end = (): void => { this.running.delete(id); };
    result.then(end, end);
  }

  /**
   * Waits for `id`, which another branch works on, from inside the tasks `around`.
   * @throws EvaluationError when that branch waits, directly or not, for one of them
   */
  async wait(id: string, around: readonly string[]): Promise<Value> {
    if (around.some((task) => task === id || this.reaches(id, task, new Set()))) {
      throw new EvaluationError("unsupported", `task: ${JSON.stringify(id)} waits for itself`, { op: "task", hint: "give tasks that are nested in each other different ids" });
    }
    for (const task of around) this.waitingOf(task).add(id);
    try {
      return (await this.running.get(id)) ?? null;
    } finally {
      for (const task of around) this.waitingOf(task).delete(id);
    }
  }

  /** What the application keeps. */
  all(): Iterable<readonly [string, unknown]> {
    return this.entries;
  }

  private waitingOf(task: string): Set<string> {
    let ids = this.waiting.get(task);
    if (ids === undefined) this.waiting.set(task, (ids = new Set()));
    return ids;
  }

  private reaches(from: string, target: string, seen: Set<string>): boolean {
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(this.waiting.get(from) ?? [])].some((id) => id === target || this.reaches(id, target, seen));
  }
}
