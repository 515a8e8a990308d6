// Reads the messages of a process, from the chunks of the pipe to complete messages in order. Reads
// long messages in slices. While a message is read or processed, the pipe waits, and so does the
// process that fills it.

import type { Json } from "@ptc/core/encoding";
import { FrameReader, bytesOfPart, isPart, partOf } from "./frames.ts";
import { MessageError } from "./message-error.ts";
import type { ChildMessage } from "./messages.ts";
import { readMessage } from "./read-message.ts";
import { readJson } from "./reading/read-json.ts";
import { readingBudget } from "./reading/reading-budget.ts";
import type { Turns } from "./reading/turns.ts";

export interface InboxOptions {
  /** The longest message, including its parts, in bytes. */
  readonly maximumBytes: number;
  readonly turns: Turns;
  /** Takes a message. If it returns a promise, the next message waits for it. */
  readonly take: (message: ChildMessage, bytes: number) => Promise<void> | undefined;
  readonly failed: (error: unknown) => void;
  /** Called when messages start or stop waiting. */
  readonly busy: (isBusy: boolean) => void;
}

/** Bytes that `JSON.parse` reads in about five milliseconds at most. */
const longestAtOnce = 65_536;
interface Frame {
  readonly body: Buffer;
  readonly parts: readonly Buffer[];
  readonly bytes: number;
}

export class Inbox {
  private readonly options: InboxOptions;
  private readonly reader: FrameReader;
  private readonly waiting: Frame[] = [];
  private parts: Buffer[] = [];
  private bytesOfParts = 0;
  private isBusy = false;
  private isClosed = false;
  private whenEmpty: (() => void) | undefined;

  constructor(options: InboxOptions) {
    this.options = options;
    this.reader = new FrameReader(options.maximumBytes);
  }

  push(chunk: Buffer): void {
    if (this.isClosed) return;
    try {
      for (const body of this.reader.push(chunk)) this.collect(body);
      this.deliver();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Drops waiting and future messages. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
    this.parts = [];
    this.settle();
  }

  /** Calls `done` when all received messages are taken. */
  emptied(done: () => void): void {
    this.whenEmpty = done;
    this.settle();
  }

  private collect(body: Buffer): void {
    const bytes = this.bytesOfParts + body.byteLength;
    if (bytes > this.options.maximumBytes)
      throw new MessageError(`a message of more than ${String(this.options.maximumBytes)} bytes`);
    if (isPart(body)) {
      this.parts.push(partOf(body));
      this.bytesOfParts = bytes + bytesOfPart;
      return;
    }
    this.waiting.push({ body, parts: this.parts, bytes });
    this.parts = [];
    this.bytesOfParts = 0;
  }

  private deliver(): void {
    for (;;) {
      if (this.isBusy || this.isClosed) return;
      const frame = this.waiting.shift();
      if (frame === undefined) break;
      const taken = this.taken(frame);
      if (taken !== undefined) this.wait(taken);
    }
    this.settle();
  }

  private taken({ body, parts, bytes }: Frame): Promise<void> | undefined {
    const { turns, take } = this.options;
    if (body.byteLength <= longestAtOnce)
      return take(readMessage(JSON.parse(body.toString("utf8")), parts), bytes);
    return turns
      .work((slice) => readJson(body, readingBudget(), slice))
      .then((json: Json) => (this.isClosed ? undefined : take(readMessage(json, parts), bytes)));
  }

  private wait(taken: Promise<void>): void {
    this.isBusy = true;
    this.options.busy(true);
    taken.then(
      () => {
        this.isBusy = false;
        if (this.isClosed) return;
        this.options.busy(false);
        try {
          this.deliver();
        } catch (error) {
          this.fail(error);
        }
      },
      (error: unknown) => this.fail(error),
    );
  }

  private settle(): void {
    if (!this.isClosed && (this.isBusy || this.waiting.length > 0)) return;
    const { whenEmpty } = this;
    this.whenEmpty = undefined;
    whenEmpty?.();
  }

  private fail(error: unknown): void {
    if (this.isClosed) return;
    this.options.failed(error);
    this.close();
  }
}
