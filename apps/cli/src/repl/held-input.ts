// What a person types, line by line: after a line the rest is held back while its program runs, so
// that lines that are pasted, or typed ahead, wait for their turn. Only Ctrl-C goes through: it
// stops the program and throws away what was waiting.

import { Readable } from "node:stream";
import type { InputStream } from "../terminal/host.ts";

interface RawInput extends InputStream {
  setRawMode?: (isRaw: boolean) => unknown;
}

export interface HeldInputOptions {
  /** Whether a program runs, during which the input is held back. */
  readonly isBusy: () => boolean;
  readonly onInterrupt: () => void;
}

const controlC = 0x03;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** More than anybody types ahead; what comes beyond it is dropped. */
const mostHeldBytes = 10_000_000;

export class HeldInput extends Readable {
  readonly isTTY = true;
  private readonly source: RawInput;
  private readonly options: HeldInputOptions;
  /** As they arrived: several characters at once are a paste, in which Tab is a character. */
  private held: Buffer[] = [];
  private heldBytes = 0;
  private isHeld = false;
  private isEnded = false;

  constructor(source: InputStream, options: HeldInputOptions) {
    super();
    this.source = source;
    this.options = options;
    source.on("data", this.receive);
    source.on("end", this.finish);
    // A terminal that is gone fails to be read.
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

  /** Lets what was held go on, up to the end of its first line. */
  release(): void {
    this.isHeld = false;
    this.deliver();
  }

  private readonly receive = (chunk: Buffer | string): void => {
    let bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    const interrupt = this.options.isBusy() ? bytes.lastIndexOf(controlC) : -1;
    if (interrupt !== -1) {
      this.held = [];
      this.heldBytes = 0;
      bytes = bytes.subarray(interrupt + 1);
      this.options.onInterrupt();
    }
    if (bytes.length > 0 && this.heldBytes + bytes.length <= mostHeldBytes) {
      this.held.push(bytes);
      this.heldBytes += bytes.length;
    }
    this.deliver();
  };

  private readonly finish = (): void => {
    this.isEnded = true;
    this.deliver();
  };

  private deliver(): void {
    while (!this.isHeld) {
      const [bytes] = this.held;
      if (bytes === undefined) break;
      const piece = bytes.subarray(0, lineEnd(bytes));
      const rest = bytes.subarray(piece.length);
      if (rest.length > 0) this.held[0] = rest;
      else this.held.shift();
      this.heldBytes -= piece.length;
      if (piece.at(-1) === carriageReturn || piece.at(-1) === lineFeed) {
        this.isHeld = true;
        // By then the line has been seen, and its program runs if it has one.
        setImmediate(() => {
          if (!this.options.isBusy()) this.release();
        });
      }
      this.push(piece);
    }
    if (this.isEnded && !this.isHeld) this.push(null);
  }
}

/** Where the first line ends, with what ends it; the whole length when it does not. */
function lineEnd(bytes: Buffer): number {
  const at = bytes.findIndex((byte) => byte === carriageReturn || byte === lineFeed);
  if (at === -1) return bytes.length;
  return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 2 : at + 1;
}
