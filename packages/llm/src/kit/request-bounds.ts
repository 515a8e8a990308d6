// The time bounds of one request to a model, for every adapter. `boundedFetch` bounds the bytes.
//
//   request ── event ── event ── … ── finish
//   └timeoutMs┴timeoutMs┘                        until the next event with content
//   └──────────── totalTimeoutMs ─────────┘
//
// Pings, comments and events without content don't count, so a server can't hold a request open
// with them.

import { onAbort } from "@ptc/core/internal/contracts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { ModelError } from "../errors/model-error.ts";
import { raceSignal } from "./race-signal.ts";

/** The time limits of a request, in milliseconds. */
export interface RequestTimes {
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
}

type Timer = ReturnType<typeof setTimeout>;

/** Bounds one request, until `release`. */
export class RequestBounds {
  /** Aborts with the caller's signal, at a bound, and on `release` of an unfinished response. */
  readonly signal: AbortSignal;
  /** The error of the bound that ended the request. */
  failure: ModelError | undefined;
  private readonly controller = new AbortController();
  private readonly outer: AbortSignal | undefined;
  private readonly unlink: (() => void) | undefined;
  private readonly timeoutMs: number;
  private readonly total: Timer;
  private idle: Timer | undefined;
  private isFinished = false;

  constructor(outer: AbortSignal | undefined, { timeoutMs, totalTimeoutMs }: RequestTimes) {
    this.signal = this.controller.signal;
    this.outer = outer;
    this.timeoutMs = timeoutMs;
    this.total = this.failAfter(totalTimeoutMs, "did not finish in", "totalTimeoutMs");
    if (outer?.aborted === true) this.follow();
    this.unlink = outer && onAbort(outer, this.follow);
  }

  /** Settles like `start`, or rejects at a bound or an abort, even if the client ignores those. */
  async response<Result>(start: () => Result | PromiseLike<Result>): Promise<Result> {
    this.startIdle();
    try {
      const result = await raceSignal(this.signal, start);
      this.isFinished = true;
      return result;
    } finally {
      clearTimeout(this.idle);
    }
  }

  /** Yields the events of `start`. The clock stops while the consumer handles an event. */
  async *events(
    start: () => AsyncIterable<ModelStreamEvent>,
  ): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = this;
    const iterator = start()[Symbol.asyncIterator]();
    this.startIdle();
    try {
      for (;;) {
        const next = await raceSignal(signal, () => iterator.next());
        if (next.done === true) {
          this.isFinished = true;
          return;
        }
        const isProgress = hasContent(next.value);
        if (isProgress) clearTimeout(this.idle);
        yield next.value;
        if (isProgress) this.startIdle();
      }
    } finally {
      clearTimeout(this.idle);
      // Don't wait for it, because a generator that hangs would never settle.
      if (!this.isFinished) iterator.return?.().then(undefined, () => undefined);
    }
  }

  /** Stops the clocks, and closes the connection of an unfinished response. */
  release(): void {
    clearTimeout(this.total);
    clearTimeout(this.idle);
    this.unlink?.();
    if (!this.isFinished) this.controller.abort();
  }

  private readonly follow = (): void => {
    this.controller.abort(this.outer?.reason);
  };

  private startIdle(): void {
    this.idle = this.failAfter(this.timeoutMs, "sent no content for", "timeoutMs");
  }

  private failAfter(milliseconds: number, problem: string, option: string): Timer {
    // eslint-disable-next-line no-restricted-syntax -- ends a silent request, which no clock of a run measures
    return setTimeout(() => {
      const message = `the model ${problem} ${String(milliseconds)} ms (option ${option})`;
      this.failure ??= new ModelError({ kind: "timeout", message });
      this.controller.abort(this.failure);
    }, milliseconds);
  }
}

/** True if the event brings the response closer to its end. */
function hasContent(event: ModelStreamEvent): boolean {
  switch (event.type) {
    case "text-delta":
    case "thinking-delta":
      return event.text !== "";
    case "tool-call-delta":
      return event.inputText !== "";
    case "tool-call-start":
      return true;
    default:
      return false;
  }
}
