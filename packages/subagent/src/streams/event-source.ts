// Numbered events that several readers read from any position: those of a run in this process, or
// those in a store.

import type { StreamedEvent } from "./streamed-event.ts";

/** One event as it is sent. */
export interface NumberedEvent {
  /** From 1, without gaps. */
  readonly number: number;
  /** The event as JSON, in one line. */
  readonly text: string;
}

/** The place of a reader. */
export interface ReaderPosition {
  /** Identifies the run: a prefix of the ids of its events. */
  readonly key: string;
  /** The number of the last event that the reader has. */
  readonly number: number;
}

/** Events after a position, and the key of their ids. */
export interface EventSource {
  /**
   * Yields events after `position`, and ends after the last one, or when `signal` aborts. A
   * position of another run, or after the last event, counts as the beginning.
   */
  read(
    position: ReaderPosition | undefined,
    signal: AbortSignal,
  ): AsyncIterable<NumberedEvent & { readonly key: string }>;
  /** Called once for each reader that disconnects. */
  left(): void;
  /** Called before a reader begins to read. */
  joined(): void;
}

/** The digits of a key. */
export const keyDigits = 16;
const eventId = /^([0-9a-f]{16})\.([1-9][0-9]{0,14})$/;

/** Reads a `Last-Event-ID`, which the client may have made up. */
export function positionOf(lastEventId: string | null | undefined): ReaderPosition | undefined {
  const [, key, number] = eventId.exec((lastEventId ?? "").slice(0, 100)) ?? [];
  return key === undefined || number === undefined ? undefined : { key, number: Number(number) };
}

/** Returns the first number to send of the events from `first` to `last`, and the missed ones. */
export function startAt(
  position: ReaderPosition | undefined,
  { key, first, last }: { readonly key: string; readonly first: number; readonly last: number },
): { readonly from: number; readonly missed: number } {
  const isKnown = position?.key === key && position.number <= last;
  const next = isKnown ? position.number + 1 : 1;
  return { from: Math.max(next, first), missed: Math.max(0, first - next) };
}

/** Returns the event that reports a gap before the event `from`. */
export function gapBefore(from: number, missed: number): NumberedEvent {
  const event: StreamedEvent = { type: "stream-gap", data: { missed } };
  return { number: from - 1, text: JSON.stringify(event) };
}
