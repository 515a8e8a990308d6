// The journal of runs in a store: results of tasks, which later runs with the same journal reuse.

import { recordOf } from "@ptc/core/internal/values";
import type { RecordKey, RunStore } from "@ptc/core/store";
import type { JournalChange } from "@ptc/lisp";
import type { HiddenData } from "../firewall/hidden-data.ts";
import { assertClearChange } from "./clear-data.ts";
import { problemOf, type LeasedRun } from "./leased-run.ts";
import { parsed } from "./run-state.ts";
import { RunsError } from "./runs-error.ts";

/** The most tries while other runs change the journal. */
const mostTries = 20;

export class RunJournal {
  private readonly store: RunStore;
  private readonly key: RecordKey;
  private version = 0;

  constructor(store: RunStore, id: string) {
    this.store = store;
    this.key = { kind: "journal", id };
  }

  /** @throws RunsError for damaged data, StoreError */
  async load(): Promise<Readonly<Record<string, unknown>>> {
    const record = await this.store.load(this.key);
    this.version = record?.version ?? 0;
    return journalOf(this.key.id, record?.entries ?? []);
  }

  /**
   * Stores a change, if the worker still has its run.
   * @throws RunsError for firewalled values in a store that isn't encrypted; StoreError
   */
  async append(
    change: JournalChange,
    run: LeasedRun,
    hidden: HiddenData | undefined,
  ): Promise<void> {
    if (hidden !== undefined) assertClearChange(change, hidden);
    const { key, store } = this;
    for (let tries = 1; ; tries += 1) {
      const { version } = this;
      try {
        const entries = [JSON.stringify(change)];
        await run.write({}, [
          { key, version, entries, ...(version === 0 ? { head: { status: "open" } } : {}) },
        ]);
        this.version += 1;
        return;
      } catch (error) {
        if (problemOf(error) !== "conflict" || tries === mostTries) throw error;
        this.version = (await store.load(key))?.version ?? 0;
      }
    }
  }
}

/** Returns the journal that changes have made, each as JSON. @throws RunsError for damaged data */
export function journalOf(
  journal: string,
  changes: readonly string[],
): Readonly<Record<string, unknown>> {
  const entries = new Map<string, unknown>();
  for (const text of changes) {
    const { id, entry, removed } = parsed(journal, text, "an entry of the journal");
    if (typeof id !== "string") throw new RunsError("unreadable", "the journal is damaged");
    if (removed === true) entries.delete(id);
    else entries.set(id, entry);
  }
  return recordOf([...entries]);
}
