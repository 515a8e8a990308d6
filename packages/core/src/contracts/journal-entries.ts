// The entries of a journal that several runs share while they run: those of a mission and of the
// missions that its tools start. A task that one of them does is done once for all.

import { recordOf } from "../values/define-field.ts";
import type { AddressPart } from "./effect-address.ts";

/** A task that some run does now. */
interface UnderWay {
  readonly settled: Promise<void>;
  /** The tasks around it, in its run and in those that started that. */
  readonly around: readonly string[];
}

interface Shared {
  readonly entries: Map<string, unknown>;
  /** The ids of entries that were set, in order; an id stands there as often as it was set. */
  readonly changes: string[];
  readonly underWay: Map<string, UnderWay>;
}

/** The results of tasks of one run, shared by its branches and the missions below. */
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

  /** How often an entry was set so far, for `setSince`. */
  get changeCount(): number {
    return this.shared.changes.length;
  }

  /** The entries that were set after the first `count` changes and are there, each once. */
  setSince(count: number): readonly (readonly [id: string, json: unknown])[] {
    const { entries, changes } = this.shared;
    const ids = new Set(changes.slice(count));
    return [...ids].filter((id) => entries.has(id)).map((id) => [id, entries.get(id)] as const);
  }

  /** All entries, for the application to keep: a copy, which takes as long as there are many. */
  get record(): Readonly<Record<string, unknown>> {
    return recordOf(this.shared.entries);
  }

  /** The same entries for a run that an effect at `path` starts. */
  below(path: readonly AddressPart[]): JournalEntries {
    return new JournalEntries([], this.shared, this.around(path));
  }

  /** The tasks around a place, the innermost first. */
  around(path: readonly AddressPart[]): readonly string[] {
    const part = path.findLast((step) => "task" in step);
    if (part === undefined) return this.above;
    return [part.task, ...(this.shared.underWay.get(part.task)?.around ?? this.above)];
  }

  /** Resolves when the run that does the task now has ended it; undefined where none does. */
  doneElsewhere(id: string): Promise<void> | undefined {
    return this.shared.underWay.get(id)?.settled;
  }

  /** Notes that a task is done in the run at `path`; the answer is to be called at its end. */
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
