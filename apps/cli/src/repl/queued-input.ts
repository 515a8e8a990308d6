// Delivers typed input line by line. While the program of a line runs, later input waits, so that
// pasted lines run one after the other. Only Ctrl-C passes: it stops the program and clears the
// queue.

import { Readable } from "node:stream";
import type { InputStream } from "../terminal/host.ts";

interface RawInput extends InputStream {
  setRawMode?: (isRaw: boolean) => unknown;
}

export interface QueuedInputOptions {
  /** True while a program runs and input must wait. */
  readonly isBusy: () => boolean;
  readonly onInterrupt: () => void;
}

const controlC = 0x03;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** The limit for waiting input. More input is dropped. */
const mostQueuedBytes = 10_000_000;

export class QueuedInput extends Readable {
  readonly isTTY = true;
  private readonly source: RawInput;
  private readonly options: QueuedInputOptions;
  /**
   * Chunks as they arrived. Several characters in one chunk are a paste, where Tab is a character.
   */
  private queued: Buffer[] = [];
  private queuedBytes = 0;
  private isWaiting = false;
  private isEnded = false;

  constructor(source: InputStream, options: QueuedInputOptions) {
    super();
    this.source = source;
    this.options = options;
    source.on("data", this.receive);
    source.on("end", this.finish);
    // Reading from a closed terminal fails.
    source.on("error", this.finish);
  }

  setRawMode(isRaw: boolean): this {
    this.source.setRawMode?.(isRaw);
    return this;
  }

  override _read(): void {
    this.source.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.source.off("data", this.receive);
    this.source.off("end", this.finish);
    this.source.off("error", this.finish);
    this.source.pause();
    done(error);
  }

  /** Delivers the waiting input up to the end of its first line. */
  release(): void {
    this.isWaiting = false;
    this.deliver();
  }

  private readonly receive = (chunk: Buffer | string): void => {
    let bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    const interrupt = this.options.isBusy() ? bytes.lastIndexOf(controlC) : -1;
    if (interrupt !== -1) {
      this.queued = [];
      this.queuedBytes = 0;
      bytes = bytes.subarray(interrupt + 1);
      this.options.onInterrupt();
    }
    if (bytes.length > 0 && this.queuedBytes + bytes.length <= mostQueuedBytes) {
      this.queued.push(bytes);
      this.queuedBytes += bytes.length;
    }
    this.deliver();
  };

  private readonly finish = (): void => {
    this.isEnded = true;
    this.deliver();
  };

  private deliver(): void {
    while (!this.isWaiting) {
      const [bytes] = this.queued;
      if (bytes === undefined) break;
      const piece = bytes.subarray(0, lineEnd(bytes));
      const rest = bytes.subarray(piece.length);
      if (rest.length > 0) this.queued[0] = rest;
      else this.queued.shift();
      this.queuedBytes -= piece.length;
      if (piece.at(-1) === carriageReturn || piece.at(-1) === lineFeed) {
        this.isWaiting = true;
        // By then the line has been handled, and its program is running.
        setImmediate(() => {
          if (!this.options.isBusy()) this.release();
        });
      }
      this.push(piece);
    }
    if (this.isEnded && !this.isWaiting) this.push(null);
  }
}

/** Returns the end of the first line, including its line break, or the length of the chunk. */
function lineEnd(bytes: Buffer): number {
  const at = bytes.findIndex((byte) => byte === carriageReturn || byte === lineFeed);
  if (at === -1) return bytes.length;
  return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 2 : at + 1;
}
