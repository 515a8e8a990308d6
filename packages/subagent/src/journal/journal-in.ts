// A journal in a store: a record whose entries are its changes, one after the other.

import { OptionError } from "@ptc/core/errors";
import { recordOf } from "@ptc/core/internal/values";
import type { RecordChange, RunStore, StoredRecord } from "@ptc/core/store";
import type { JournalChange } from "@ptc/lisp";
import { changeIn, changeLine } from "./journal-lines.ts";

/** A journal in a store. Created by `journalIn`. */
export interface StoreJournal {
  /** The entries as they are stored. Pass them as the option `journal` of a run. */
  readonly journal: Readonly<Record<string, unknown>>;
  /** The option `onJournal` of a run. Resolves when the change is stored. */
  readonly onJournal: (change: JournalChange) => Promise<void>;
}

/** Then the entries become a snapshot, so that a journal stays short to load. */
const mostChanges = 200;
/** Others may open the journal at the same time. */
const mostAttempts = 5;

/**
 * Opens the journal `id` in a store, and makes it if it doesn't exist. A process that opened it
 * before can no longer change it: its next change rejects with a StoreError `conflict`, so a run
 * that was taken for dead ends with `journal_failed`.
 * @throws StoreError; OptionError for a record that isn't a journal
 */
export async function journalIn(store: RunStore, id: string): Promise<StoreJournal> {
  const key = { kind: "journal", id } as const;
  for (let attempt = 1; ; attempt++) {
    const record = await store.load(key);
    const entries = entriesIn(store, id, record);
    try {
      const [{ version } = { version: 0 }] = await store.append([
        { key, version: record?.version ?? 0, head: { status: "open" } },
      ]);
      const count = record?.entries.length ?? 0;
      return runOptions(new OpenJournal(store, id, version, entries, count));
    } catch (error) {
      if (attempt === mostAttempts || !isConflict(error)) throw error;
    }
  }
}

/** Returns an object that can be spread: its fields are options of a run, and nothing else. */
function runOptions(open: OpenJournal): StoreJournal {
  return {
    get journal() {
      return open.journal;
    },
    onJournal: open.onJournal,
  };
}

class OpenJournal implements StoreJournal {
  private readonly store: RunStore;
  private readonly id: string;
  private readonly entries: Map<string, unknown>;
  private version: number;
  /** The changes after the snapshot. */
  private count: number;
  private last: Promise<void> = Promise.resolve();

  constructor(
    store: RunStore,
    id: string,
    version: number,
    entries: Map<string, unknown>,
    count: number,
  ) {
    this.store = store;
    this.id = id;
    this.version = version;
    this.entries = entries;
    this.count = count;
  }

  get journal(): Readonly<Record<string, unknown>> {
    return recordOf(this.entries);
  }

  readonly onJournal = async (change: JournalChange): Promise<void> => {
    const line = changeLine(change).trimEnd();
    const stored = this.last.then(() => this.stored(change, line));
    this.last = stored.catch(() => undefined);
    await stored;
  };

  private async stored(change: JournalChange, line: string): Promise<void> {
    const { store, id, version } = this;
    const isFull = this.count >= mostChanges;
    const next = new Map(isFull ? this.entries : []);
    if (isFull) apply(next, change);
    const contents: Partial<RecordChange> = isFull
      ? { snapshot: JSON.stringify([...next].map(([of, entry]) => ({ id: of, entry }))) }
      : { entries: [line] };
    const [summary] = await store.append([{ key: { kind: "journal", id }, version, ...contents }]);
    this.version = summary?.version ?? version + 1;
    this.count = isFull ? 0 : this.count + 1;
    apply(this.entries, change);
  }
}

function apply(entries: Map<string, unknown>, change: JournalChange): void {
  if ("entry" in change) entries.set(change.id, change.entry);
  else entries.delete(change.id);
}

function entriesIn(
  store: RunStore,
  id: string,
  record: StoredRecord | undefined,
): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  const wrong = (problem: string): OptionError =>
    new OptionError(
      "id",
      `the record ${JSON.stringify(id)} of ${store.name} isn't a journal: ${problem}. Use another id`,
    );
  const taken = (json: unknown): void => {
    const change = changeIn(json);
    if (typeof change === "string") throw wrong(change);
    apply(entries, change);
  };
  const read = (text: string): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw wrong("it has a text that is not JSON");
    }
  };
  const snapshot = record?.snapshot === undefined ? [] : read(record.snapshot);
  if (!Array.isArray(snapshot)) throw wrong("its snapshot is not an array");
  for (const json of snapshot as readonly unknown[]) taken(json);
  for (const text of record?.entries ?? []) taken(read(text));
  return entries;
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && "problem" in error && error.problem === "conflict";
}
