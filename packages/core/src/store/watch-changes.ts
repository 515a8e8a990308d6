// Watches of stores. A watch keeps a position in the changes of its store and reads them in pages,
// so its memory is bounded and changes in quick succession are one.
import type { Bell } from "./bell.ts";
import type { CheckedQuery } from "./checked-query.ts";
import type { RecordSummary } from "./run-store.ts";

/** Changes after a position. */
export interface ChangePage<Position> {
  /** Matching records in their present states, by their last change. At most about 100. */
  readonly records: readonly RecordSummary[];
  /** After these changes. */
  readonly position: Position;
  /** False if there may be more changes now. */
  readonly isLast: boolean;
}

/** How a store finds changes. */
export interface ChangeSource<Position> {
  /** Rings if there may be changes. */
  readonly bell: Bell;
  /**
   * Returns the position after all changes so far. A store that polls other processes does so until
   * `signal` aborts.
   */
  begin(signal: AbortSignal): Position | Promise<Position>;
  after(
    position: Position,
    query: CheckedQuery,
  ): ChangePage<Position> | Promise<ChangePage<Position>>;
}

/** Yields each matching record that changes after this call, until one of the signals aborts. */
export function watchChanges<Position>(
  source: ChangeSource<Position>,
  query: CheckedQuery,
  signals: readonly AbortSignal[],
): AsyncIterableIterator<RecordSummary> {
  const ended = new AbortController();
  const end = (): void => {
    for (const signal of signals) signal.removeEventListener("abort", end);
    ended.abort();
  };
  for (const signal of signals) signal.addEventListener("abort", end, { once: true });
  if (signals.some((signal) => signal.aborted)) end();
  const begin = ended.signal.aborted ? undefined : begun(source, ended.signal);
  // The first `next` reports the error.
  begin?.catch(() => undefined);
  const changes = begin === undefined ? undefined : changesOf(source, query, begin, ended.signal);
  return {
    next: async () => {
      try {
        const next = await changes?.next();
        if (next !== undefined && next.done !== true) return next;
      } catch (error) {
        end();
        throw error;
      }
      end();
      return { done: true, value: undefined };
    },
    // Called while `next` waits: a generator would only end after the next change.
    return: async () => {
      end();
      await changes?.return(undefined);
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

interface Begin<Position> {
  readonly position: Position | Awaited<Position>;
}

/** Begins at once, so that no change after the call of `watch` is missed. */
async function begun<Position>(
  source: ChangeSource<Position>,
  signal: AbortSignal,
): Promise<Begin<Position>> {
  return { position: await source.begin(signal) };
}

async function* changesOf<Position>(
  source: ChangeSource<Position>,
  query: CheckedQuery,
  begin: Promise<Begin<Position>>,
  signal: AbortSignal,
): AsyncGenerator<RecordSummary, undefined> {
  let { position } = await begin;
  while (!signal.aborted) {
    const { rings } = source.bell;
    const page = await source.after(position, query);
    position = page.position;
    for (const record of page.records) {
      if (isAborted(signal)) return;
      yield record;
    }
    if (page.isLast) await source.bell.wait(rings, signal);
  }
}

/** Reads the signal anew: it may abort while a record is yielded. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
