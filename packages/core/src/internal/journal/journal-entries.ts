// Journal entries that several runs share while they run: those of a mission and of the missions
// that its tools start. If one of these runs completes a task, the others reuse its result.

import { recordOf } from "../../values/internal.ts";
import type { AddressPart, EffectAddress } from "../../contracts/index.ts";
import type { EndOfRun } from "../../errors/end-of-run.ts";

/** A task that a run is executing now. */
interface UnderWay {
  readonly settled: Promise<void>;
  /** The tasks that enclose this one, in its own run and in the runs that started it. */
  readonly around: readonly string[];
}

/** A call whose run waits for a task of another run. */
export interface PausedCall {
  pause(): void;
  /** Called after each `pause`. The run continues when the promise resolves. */
  resume(): Promise<void>;
}

interface Shared {
  readonly entries: Map<string, unknown>;
  /** The ids of entries in the order they were set. An id appears once per change. */
  readonly changes: string[];
  readonly underWay: Map<string, UnderWay>;
  /** The first failure to store a change. */
  failure?: EndOfRun;
  /** Called before a task that isn't done; see `claimAll`. */
  claim?: (location: EffectAddress) => Promise<void> | undefined;
  /** The waits for tasks: the id, and the tasks that enclose the branch that waits. */
  readonly waits: Set<TaskWait>;
}

interface TaskWait {
  readonly id: string;
  readonly around: readonly string[];
}

/** The task results that a run shares with its branches and its child missions. */
export class JournalEntries {
  private readonly shared: Shared;
  private readonly above: readonly string[];
  /** The calls around the run, outermost first. */
  private readonly calls: readonly PausedCall[];

  constructor(
    given: Iterable<readonly [string, unknown]>,
    shared: Shared = {
      entries: new Map(given),
      changes: [],
      underWay: new Map(),
      waits: new Set(),
    },
    above: readonly string[] = [],
    calls: readonly PausedCall[] = [],
  ) {
    this.shared = shared;
    this.above = above;
    this.calls = calls;
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

  /**
   * Returns the same entries for a run that an effect at `path` starts. `call` is paused while the
   * run waits for a task of another run.
   */
  below(path: readonly AddressPart[], call?: PausedCall): JournalEntries {
    const { calls } = this;
    const around = this.around(path);
    return new JournalEntries(
      [],
      this.shared,
      around,
      call === undefined ? calls : [...calls, call],
    );
  }

  /** Returns the tasks that enclose the location `path`, innermost first. */
  around(path: readonly AddressPart[]): readonly string[] {
    const part = path.findLast((step) => "task" in step);
    if (part === undefined) return this.above;
    return [part.task, ...(this.shared.underWay.get(part.task)?.around ?? this.above)];
  }

  /** Makes a branch that needs a task which isn't done wait for `claim` with its location. */
  claimAll(claim: (location: EffectAddress) => Promise<void> | undefined): void {
    this.shared.claim = claim;
  }

  /** Resolves when the branch at `location` may run a task; undefined if it may do so now. */
  claimed(location: EffectAddress): Promise<void> | undefined {
    return this.shared.claim?.(location);
  }

  /**
   * Returns a promise that resolves when another run has finished the task, or `undefined` if no
   * run is executing it. The calls around this run are paused until then. `path` is the location
   * that waits.
   * @throws the error from `refused`, as `beginWait` does
   */
  doneElsewhere(
    id: string,
    path: readonly AddressPart[],
    refused: () => Error,
  ): Promise<void> | undefined {
    const settled = this.shared.underWay.get(id)?.settled;
    return settled && this.paused(settled, this.beginWait(id, path, refused));
  }

  private async paused(settled: Promise<void>, end: () => void): Promise<void> {
    const { calls } = this;
    for (const call of calls) call.pause();
    await settled;
    end();
    for (const call of calls) await call.resume();
  }

  /**
   * Notes that the location `path` waits for the task `id`. Returns a function to call when the
   * wait ends.
   * @throws the error from `refused` if the task can't end before that location continues
   */
  beginWait(id: string, path: readonly AddressPart[], refused: () => Error): () => void {
    const { waits } = this.shared;
    const around = this.around(path);
    const needed = new Set([id]);
    for (const task of needed) {
      if (around.includes(task)) throw refused();
      for (const wait of waits) if (wait.around.includes(task)) needed.add(wait.id);
    }
    const wait = { id, around };
    waits.add(wait);
    return () => {
      waits.delete(wait);
    };
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
