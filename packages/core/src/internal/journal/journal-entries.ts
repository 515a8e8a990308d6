// Journal entries that several runs share while they run: those of a mission and of the missions
// that its tools start. If one of these runs completes a task, the others reuse its result.

import { recordOf } from "../../values/internal.ts";
import type { AddressPart } from "../../contracts/index.ts";
import type { EndOfRun } from "../../errors/end-of-run.ts";

/** A task that a run is executing now. */
interface UnderWay {
  readonly settled: Promise<void>;
  /** The tasks that enclose this one, in its own run and in the runs that started it. */
  readonly around: readonly string[];
}

interface Shared {
  readonly entries: Map<string, unknown>;
  /** The ids of entries in the order they were set. An id appears once per change. */
  readonly changes: string[];
  readonly underWay: Map<string, UnderWay>;
  /** The first failure to store a change. */
  failure?: EndOfRun;
}

/** The task results that a run shares with its branches and its child missions. */
export class JournalEntries {
  private readonly shared: Shared;
  private readonly above: readonly string[];

  constructor(
    given: Iterable<readonly [string, unknown]>,
    shared: Shared = { entries: new Map(given), changes: [], underWay: new Map() },
    above: readonly string[] = [],
  ) {
    this.shared = shared;
    this.above = above;
  }

  /**
   * The error that ends all runs with these entries, because a change could not be stored. They
   * begin no effect after it.
   */
  get failure(): EndOfRun | undefined {
    return this.shared.failure;
  }

  /** Notes that a change could not be stored. Returns the first such failure. */
  fail(failure: EndOfRun): EndOfRun {
    return (this.shared.failure ??= failure);
  }

  get size(): number {
    return this.shared.entries.size;
  }

  get(id: string): unknown {
    return this.shared.entries.get(id);
  }

  has(id: string): boolean {
    return this.shared.entries.has(id);
  }

  set(id: string, json: unknown): void {
    this.shared.entries.set(id, json);
    this.shared.changes.push(id);
  }

  delete(id: string): void {
    this.shared.entries.delete(id);
  }

  /** The number of changes so far. Pass it to `setSince`. */
  get changeCount(): number {
    return this.shared.changes.length;
  }

  /** Returns the existing entries that were set after the first `count` changes, each once. */
  setSince(count: number): readonly (readonly [id: string, json: unknown])[] {
    const { entries, changes } = this.shared;
    const ids = new Set(changes.slice(count));
    return [...ids].filter((id) => entries.has(id)).map((id) => [id, entries.get(id)] as const);
  }

  /**
   * Returns a copy of all entries for the application to store. Takes time in proportion to their
   * number.
   */
  get record(): Readonly<Record<string, unknown>> {
    return recordOf(this.shared.entries);
  }

  /** Returns the same entries for a run that an effect at `path` starts. */
  below(path: readonly AddressPart[]): JournalEntries {
    return new JournalEntries([], this.shared, this.around(path));
  }

  /** Returns the tasks that enclose the location `path`, innermost first. */
  around(path: readonly AddressPart[]): readonly string[] {
    const part = path.findLast((step) => "task" in step);
    if (part === undefined) return this.above;
    return [part.task, ...(this.shared.underWay.get(part.task)?.around ?? this.above)];
  }

  /**
   * Returns a promise that resolves when another run has finished the task, or `undefined` if no
   * run is executing it.
   */
  doneElsewhere(id: string): Promise<void> | undefined {
    return this.shared.underWay.get(id)?.settled;
  }

  /**
   * Marks a task as running in the run at `path`. Returns a function to call when the task ends.
   */
  begin(id: string, path: readonly AddressPart[]): () => void {
    const { underWay } = this.shared;
    const around = this.around(path);
    let end = (): void => undefined;
    const settled = new Promise<void>((resolve) => {
      end = () => {
        underWay.delete(id);
        resolve();
      };
    });
    underWay.set(id, { settled, around });
    return end;
  }
}
