// The events of a run in a store, so that a reader can return to another process. A record of the
// kind `events` has them as its entries.
//
//   snapshot  {"key":"…","first":1}      entries  {"type":"turn-start",…} …      status  open, ended

import { isObject } from "@ptc/core/internal/host";
import { shortened } from "@ptc/core/internal/printing";
import { StoreError, type RunStore, type StoredRecord } from "@ptc/core/store";
import { wrongOption } from "../options/option-checks.ts";
import type { MissionEvent, MissionEvents } from "../run/run-events.ts";
import { checkedRun } from "./checked-run.ts";
import {
  gapBefore,
  keyDigits,
  startAt,
  type EventSource,
  type NumberedEvent,
  type ReaderPosition,
} from "./event-source.ts";
import {
  assertOptions,
  contentOptionNames,
  contentOptions,
  type StreamContentOptions,
} from "./stream-options.ts";
import { VisibleEvents } from "./visible-events.ts";

/** The options of `storedEvents`. */
export interface StoredEventsOptions extends StreamContentOptions {
  readonly store: RunStore;
  /** The id of the run, of at most 500 characters. */
  readonly id: string;
  /** Called when events can't be stored. They are lost, and readers see a `stream-gap`. */
  readonly onError?: (error: unknown) => void;
}

const lost = JSON.stringify({ type: "stream-gap", data: {} });
const streamEnd = JSON.stringify({ type: "stream-end", data: {} });

interface Kept {
  readonly key: string;
  readonly first: number;
  readonly version: number;
  readonly entries: readonly string[];
  readonly isEnded: boolean;
}

/**
 * The events of one run in a store. It is a trace sink: pass it as the option `trace` of a run, or
 * pass events with the model's pieces to `record`. Pass it to `toEventStream` in any process.
 */
export class StoredEvents implements EventSource {
  private readonly options: StoredEventsOptions;
  private readonly visible: VisibleEvents;
  private readonly maximum: number;
  private queue: string[] = [];
  private queued = 0;
  private key = "0".repeat(keyDigits);
  private known: Kept | undefined = undefined;
  private writing: Promise<void> | undefined = undefined;

  /** Use `storedEvents`. */
  constructor(options: StoredEventsOptions) {
    const { maxStoredChars, ...visible } = contentOptions(options);
    this.options = options;
    this.visible = new VisibleEvents(visible);
    this.maximum = maxStoredChars;
  }

  /** Stores an event. Never throws. */
  readonly emit = (event: MissionEvent): void => {
    if (this.known === undefined) this.key = event.traceId.slice(0, keyDigits);
    for (const streamed of this.visible.of(event)) this.push(JSON.stringify(streamed));
    if (this.visible.isEnded) this.push(streamEnd);
    this.writing ??= this.write();
  };

  /** Stores all events of a run, and resolves when they are stored. */
  async record(run: MissionEvents): Promise<void> {
    for await (const event of checkedRun(run)) this.emit(event);
    await this.flushed();
  }

  /** Resolves when all events so far are stored, or lost. */
  async flushed(): Promise<void> {
    while (this.writing !== undefined) await this.writing;
  }

  joined(): void {
    // A run in another process doesn't know its readers.
  }

  left(): void {
    // As above.
  }

  async *read(
    position: ReaderPosition | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<NumberedEvent & { readonly key: string }> {
    const { store, id } = this.options;
    const over = new AbortController();
    // Watch first, so that no change is lost between both.
    const ends = AbortSignal.any([signal, over.signal]);
    const watched = store.watch({ kind: "events" }, { signal: ends });
    const changes = watched[Symbol.asyncIterator]();
    let at = position;
    let change = changes.next();
    try {
      while (!signal.aborted) {
        const kept = keptIn(await store.load({ kind: "events", id }));
        if (kept !== undefined) {
          const last = kept.first + kept.entries.length - 1;
          const { from, missed } = startAt(at, { key: kept.key, first: kept.first, last });
          if (missed > 0) yield { ...gapBefore(from, missed), key: kept.key };
          for (let number = from; number <= last; number++)
            yield { number, text: kept.entries[number - kept.first] ?? lost, key: kept.key };
          at = { key: kept.key, number: last };
          if (kept.isEnded) return;
        }
        for (;;) {
          const changed = await change;
          if (changed.done === true) return;
          change = changes.next();
          if (changed.value.id === id) break;
        }
      }
    } finally {
      over.abort();
      await changes.return?.();
    }
  }

  private push(text: string): void {
    this.queue.push(text);
    this.queued += text.length;
    if (this.queued <= this.maximum) return;
    this.queue = [lost, text];
    this.queued = lost.length + text.length;
  }

  private async write(): Promise<void> {
    // Events of one moment are stored together.
    await Promise.resolve();
    while (this.queue.length > 0) {
      const batch = this.queue;
      this.queue = [];
      this.queued = 0;
      try {
        await this.append(batch);
      } catch (error) {
        this.known = undefined;
        try {
          this.options.onError?.(error);
        } catch {
          // The application's callback failed.
        }
        if (this.queue.length > 0) this.queue.unshift(lost);
      }
    }
    this.writing = undefined;
  }

  private async append(batch: readonly string[]): Promise<void> {
    const { store, id } = this.options;
    const key = { kind: "events", id } as const;
    for (let attempt = 1; ; attempt++) {
      const kept = (this.known ??= keptIn(await store.load(key)) ?? {
        key: this.key,
        first: 1,
        version: 0,
        entries: [],
        isEnded: false,
      });
      const { entries, first } = this.fitting(kept, batch);
      const isNew = kept.version === 0 || first !== kept.first;
      const isEnded = batch.at(-1) === streamEnd;
      try {
        const [summary] = await store.append([
          {
            key,
            version: kept.version,
            head: { status: isEnded ? "ended" : "open" },
            ...(isNew ? { snapshot: JSON.stringify({ key: kept.key, first }) } : {}),
            entries: isNew ? entries : batch,
          },
        ]);
        const version = summary?.version ?? kept.version + 1;
        this.known = { key: kept.key, first, version, entries, isEnded };
        return;
      } catch (error) {
        // Another process continues the run, or the record was deleted.
        this.known = undefined;
        if (!(error instanceof StoreError) || error.problem !== "conflict" || attempt === 5)
          throw error;
      }
    }
  }

  /** Returns the entries after the batch, without the oldest if they are too long. */
  private fitting(
    { entries, first }: Kept,
    batch: readonly string[],
  ): { readonly entries: readonly string[]; readonly first: number } {
    const all = [...entries, ...batch];
    let size = all.reduce((sum, text) => sum + text.length, 0);
    if (size <= this.maximum) return { entries: all, first };
    // Half of them, so that not every event rewrites the record.
    let dropped = 0;
    while (size > this.maximum / 2 && dropped < all.length - 1) {
      size -= all[dropped]?.length ?? 0;
      dropped += 1;
    }
    return { entries: all.slice(dropped), first: first + dropped };
  }
}

/** Reads a record, which someone may have changed. */
function keptIn(record: StoredRecord | undefined): Kept | undefined {
  if (record === undefined) return undefined;
  const { entries, version, status } = record;
  const isEnded = status === "ended";
  try {
    const head: unknown = JSON.parse(record.snapshot ?? "");
    const { key, first } = isObject(head) ? head : {};
    if (typeof key === "string" && /^[0-9a-f]{16}$/.test(key) && Number.isSafeInteger(first))
      return { key, first: Number(first), version, entries: entries.map(oneLine), isEnded };
  } catch {
    // As below.
  }
  throw new StoreError(
    "damaged",
    `the stored events ${JSON.stringify(shortened(record.id, 200))} are damaged: delete the record`,
  );
}

/** A line break would end the event of a stream. */
function oneLine(text: string): string {
  return /[\n\r]/.test(text) ? lost : text;
}

/**
 * Stores the events of a run, so that readers can come back in any process.
 *
 * @throws OptionError
 */
export function storedEvents(options: StoredEventsOptions): StoredEvents {
  assertOptions(options, contentOptionNames, ["store", "id", "onError"]);
  const { store, id } = options;
  if (!isObject(store) || typeof store["watch"] !== "function")
    throw wrongOption("store", "expected a store, such as createMemoryStore()", store);
  if (typeof id !== "string" || id === "" || id.length > 500)
    throw wrongOption("id", "expected the id of a run", id);
  return new StoredEvents(options);
}
