// The events of a run in this process, for any number of readers. The run never waits for a reader:
// the buffer has a fixed size, drops its oldest events, and reports the gap to readers that missed
// some of them.

import { sleep } from "@ptc/core/internal/contracts";
import { systemClock, type Clock } from "@ptc/core/contracts";
import { timerMilliseconds } from "../options/option-checks.ts";
import type { MissionEvents } from "../run/run-events.ts";
import { checkedRun } from "./checked-run.ts";
import {
  gapBefore,
  keyDigits,
  startAt,
  type EventSource,
  type NumberedEvent,
  type ReaderPosition,
} from "./event-source.ts";
import type { StreamedEvent } from "./streamed-event.ts";
import {
  assertOptions,
  contentOptionNames,
  contentOptions,
  type StreamContentOptions,
} from "./stream-options.ts";
import { VisibleEvents } from "./visible-events.ts";

/** The options of `createEventBuffer`. */
export interface EventBufferOptions extends StreamContentOptions {
  /**
   * The time without any reader after which the run is cancelled, in milliseconds. Default 60,000.
   */
  readonly abandonedMs?: number;
  readonly clock?: Clock;
}

/** The events of one run. Pass it to `toEventStream` once for each reader. */
export class EventBuffer implements EventSource {
  private readonly run: MissionEvents;
  private readonly visible: VisibleEvents;
  private readonly maximum: number;
  private readonly abandonedMs: number;
  private readonly clock: Clock;
  private key = "0".repeat(keyDigits);
  private events: string[] = [];
  /** The number of the first stored event. */
  private first = 1;
  private size = 0;
  private isClosed = false;
  private readonly waiting = new Set<() => void>();
  private readers = 0;
  private abandoned = new AbortController();

  /** Use `createEventBuffer`. */
  constructor(run: MissionEvents, options: EventBufferOptions) {
    const { maxStoredChars, ...visible } = contentOptions(options);
    this.run = checkedRun(run);
    this.visible = new VisibleEvents(visible);
    this.maximum = maxStoredChars;
    this.abandonedMs = timerMilliseconds("abandonedMs", options.abandonedMs ?? 60_000);
    this.clock = options.clock ?? systemClock;
    void this.collect();
    void this.watchReaders();
  }

  /** Cancels the run. Readers receive its last events. */
  cancel(): void {
    this.run.cancel();
  }

  joined(): void {
    this.readers += 1;
    this.abandoned.abort();
  }

  left(): void {
    this.readers -= 1;
    if (this.readers === 0) void this.watchReaders();
  }

  async *read(
    position: ReaderPosition | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<NumberedEvent & { readonly key: string }> {
    // The key is known with the first event.
    while (this.events.length === 0 && !this.isClosed && !signal.aborted) await this.change(signal);
    const { key } = this;
    let { from, missed } = startAt(position, this.range);
    for (;;) {
      if (missed > 0) yield { ...gapBefore(from, missed), key };
      for (; from >= this.first && from <= this.range.last; from++) {
        yield { number: from, text: this.events[from - this.first] ?? "", key };
      }
      missed = Math.max(0, this.first - from);
      if (missed > 0) from = this.first;
      else if (this.isClosed) return;
      else await this.change(signal);
      if (isOver(signal)) return;
    }
  }

  private get range(): { readonly key: string; readonly first: number; readonly last: number } {
    return { key: this.key, first: this.first, last: this.first + this.events.length - 1 };
  }

  private async collect(): Promise<void> {
    let isPaused = false;
    try {
      for await (const event of this.run) {
        if (this.events.length === 0 && this.first === 1)
          this.key = event.traceId.slice(0, keyDigits);
        isPaused = event.type === "run-paused";
        for (const streamed of this.visible.of(event)) this.push(streamed);
      }
    } catch {
      // The end of the run says so.
    }
    // A run that couldn't begin has no events.
    if (!isPaused && !this.visible.isEnded)
      this.push({
        type: "mission-end",
        data: { ok: false, turns: 0, fail: { reason: "not_started" } },
      });
    this.push({ type: "stream-end", data: {} });
    this.isClosed = true;
    this.abandoned.abort();
    this.wake();
  }

  private push(event: StreamedEvent): void {
    const text = JSON.stringify(event);
    this.events.push(text);
    this.size += text.length;
    let dropped = 0;
    while (this.size > this.maximum && dropped < this.events.length - 1) {
      this.size -= this.events[dropped]?.length ?? 0;
      dropped += 1;
    }
    if (dropped > 0) {
      this.events = this.events.slice(dropped);
      this.first += dropped;
    }
    this.wake();
  }

  private wake(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  private async change(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        this.waiting.delete(end);
        signal.removeEventListener("abort", end);
        resolve();
      };
      this.waiting.add(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }

  /** Cancels the run if no reader comes in time. */
  private async watchReaders(): Promise<void> {
    if (this.isClosed) return;
    this.abandoned = new AbortController();
    const { signal } = this.abandoned;
    await sleep(this.clock, this.abandonedMs, signal);
    if (!signal.aborted) this.cancel();
  }
}

/** A call, because the compiler believes that a signal doesn't change during an await. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

/**
 * Buffers the events of a run, so that readers can come back after a lost connection, and several
 * can read the same run. Begins to read at once.
 *
 * @throws OptionError
 */
export function createEventBuffer(
  run: MissionEvents,
  options: EventBufferOptions = {},
): EventBuffer {
  assertOptions(options, contentOptionNames, ["abandonedMs", "clock"]);
  return new EventBuffer(run, options);
}
