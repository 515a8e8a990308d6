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
  readonly underWay: Map<string, UnderWay>;
}

export class JournalEntries {
  private readonly shared: Shared;
  private readonly above: readonly string[];

  constructor(
    given: Iterable<readonly [string, unknown]>,
    shared: Shared = { entries: new Map(given), underWay: new Map() },
    above: readonly string[] = [],
  ) {
    this.shared = shared;
    this.above = above;
  }

  get map(): Map<string, unknown> {
    return this.shared.entries;
  }

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
