// The client: reads the events of `toEventStream`, and connects again where it stopped. The server
// isn't trusted: events have a size limit, and ids are only returned to it.

import { systemClock, type Clock } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { timerMilliseconds, wholeNumber, wrongOption } from "../options/option-checks.ts";
import { positionOf } from "./event-source.ts";
import { EventStreamError } from "./event-stream-error.ts";
import { framesOf, type EventFrame } from "./frames-of.ts";
import { assertOptions } from "./stream-options.ts";
import { eventOf } from "./event-of.ts";
import type { StreamedEvent } from "./streamed-event.ts";

/** The value to pass to `fetch` for a connection. */
export interface EventRequest {
  /** `accept`, and `last-event-id` after the first event. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The part of a `Response` that the client reads. */
export interface EventResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | null;
}

/** The options of `readEventStream`. */
export interface ReadEventStreamOptions {
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /** The id after which to begin, such as the last one that `onId` received. */
  readonly lastEventId?: string;
  /** Receives the id of each event before it is returned. */
  readonly onId?: (id: string) => void;
  /** The longest event in bytes. Default 2,000,000. */
  readonly maxEventBytes?: number;
  /** The connections in a row without an event before the client gives up. Default 5. */
  readonly maxAttempts?: number;
  /** The time without a byte after which the client connects again, in ms. Default 60,000. */
  readonly idleMs?: number;
  readonly clock?: Clock;
}

const optionNames = [
  "signal",
  "lastEventId",
  "onId",
  "maxEventBytes",
  "maxAttempts",
  "idleMs",
  "clock",
] as const satisfies readonly (keyof ReadEventStreamOptions)[];

/**
 * Yields the events of a run, each once, and ends after `stream-end`. `connect` is called for the
 * first connection, and again with the header `last-event-id` if it is lost.
 *
 * @example
 *   for await (const event of readEventStream((request) => fetch("/runs/7", request)))
 *     if (event.type === "model-delta") show(event.data.text);
 *
 * @throws OptionError, EventStreamError
 */
export function readEventStream(
  connect: (request: EventRequest) => PromiseLike<EventResponse>,
  options: ReadEventStreamOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  assertOptions(options, optionNames);
  if (typeof connect !== "function")
    throw wrongOption("connect", "expected a function that returns a response", connect);
  const { clock = systemClock, maxEventBytes = 2_000_000, maxAttempts = 5 } = options;
  return new EventClient(connect, options, {
    clock,
    maxEventBytes: wholeNumber("maxEventBytes", maxEventBytes, 1),
    maxAttempts: wholeNumber("maxAttempts", maxAttempts, 1),
    idleMs: timerMilliseconds("idleMs", options.idleMs ?? 60_000),
  }).events();
}

interface ClientLimits {
  readonly clock: Clock;
  readonly maxEventBytes: number;
  readonly maxAttempts: number;
  readonly idleMs: number;
}

class EventClient {
  private readonly connect: (request: EventRequest) => PromiseLike<EventResponse>;
  private readonly options: ReadEventStreamOptions;
  private readonly limits: ClientLimits;
  private readonly over = new AbortController();
  private lastId: string | undefined;
  /** The connections in a row that brought no event. */
  private failures = 0;
  private isEnded = false;

  constructor(
    connect: (request: EventRequest) => PromiseLike<EventResponse>,
    options: ReadEventStreamOptions,
    limits: ClientLimits,
  ) {
    this.connect = connect;
    this.options = options;
    this.limits = limits;
    this.lastId = options.lastEventId;
  }

  async *events(): AsyncGenerator<StreamedEvent, void, undefined> {
    const { signal } = this.options;
    const abort = (): void => {
      this.over.abort();
    };
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted === true) abort();
    try {
      while (!this.isOver()) {
        yield* this.connection();
        if (!this.isOver()) await this.pause();
      }
    } finally {
      signal?.removeEventListener("abort", abort);
      abort();
    }
  }

  private isOver(): boolean {
    return this.isEnded || this.over.signal.aborted;
  }

  /** Yields the events of one connection, until it ends. */
  private async *connection(): AsyncGenerator<StreamedEvent, void, undefined> {
    const closing = new AbortController();
    const signal = AbortSignal.any([this.over.signal, closing.signal]);
    this.failures += 1;
    let failure: unknown;
    try {
      const headers = {
        accept: "text/event-stream",
        ...(this.lastId === undefined ? {} : { "last-event-id": this.lastId }),
      };
      const body = this.bodyOf(await this.connect({ headers, signal }));
      if (body === undefined) return;
      for await (const frame of framesOf(body, { ...this.limits, signal })) {
        const event = this.received(frame);
        if (event === undefined) continue;
        this.failures = 0;
        yield event;
        if (event.type === "stream-end") {
          this.isEnded = true;
          return;
        }
      }
    } catch (error) {
      if (error instanceof EventStreamError) throw error;
      failure = error;
    } finally {
      closing.abort();
    }
    if (this.failures >= this.limits.maxAttempts && !this.over.signal.aborted)
      throw new EventStreamError(
        "disconnected",
        `the events ended before the run, and ${String(this.failures)} connections in a row brought none: check the server`,
        { cause: failure },
      );
  }

  /** @throws EventStreamError */
  private bodyOf(response: EventResponse): ReadableStream<Uint8Array> | undefined {
    const { ok, status, body } = response;
    if (status === 204) {
      this.isEnded = true;
      return undefined;
    }
    if (status >= 500) throw new Error(`the server answered with status ${String(status)}`);
    if (!ok)
      throw new EventStreamError(
        "response",
        `the server answered with status ${String(status)} instead of events`,
      );
    const type = response.headers.get("content-type") ?? "";
    if (!/^text\/event-stream\s*(?:;|$)/i.test(type) || body === null)
      throw new EventStreamError(
        "response",
        `expected the content type text/event-stream, got ${JSON.stringify(shortened(type, 100))}`,
      );
    return body;
  }

  /** Returns the event of a frame, unless it is a repeated one or of an unknown type. */
  private received({ id, data }: EventFrame): StreamedEvent | undefined {
    const position = positionOf(id);
    const before = positionOf(this.lastId);
    const isRepeated =
      position !== undefined && before?.key === position.key && position.number <= before.number;
    if (isRepeated) return undefined;
    const event = eventOf(data);
    if (position !== undefined) {
      this.lastId = id;
      this.options.onId?.(id);
    }
    return event;
  }

  private async pause(): Promise<void> {
    const { clock } = this.limits;
    await sleep(clock, 500 * 2 ** Math.min(this.failures, 6), this.over.signal);
  }
}
