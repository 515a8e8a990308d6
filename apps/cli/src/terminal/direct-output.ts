// Standard output for short runs. It writes synchronously, without the host's stream, because
// creating the stream takes longer than an evaluation. If a write fails or is incomplete, the rest
// goes to the stream, which waits for the reader or reports the error.

import type { OutputStream, TextOutput } from "./host.ts";

export class DirectOutput implements TextOutput {
  private readonly writeSome: (bytes: Uint8Array) => number;
  private readonly open: () => OutputStream;
  private stream: OutputStream | undefined = undefined;

  /**
   * @param writeSome - writes some of the bytes and returns their number; may throw
   * @param open - creates the stream; called at most once
   */
  constructor(writeSome: (bytes: Uint8Array) => number, open: () => OutputStream) {
    this.writeSome = writeSome;
    this.open = open;
  }

  get destroyed(): boolean {
    return this.stream?.destroyed ?? false;
  }

  get writableEnded(): boolean {
    return this.stream?.writableEnded ?? false;
  }

  write(text: string | Uint8Array, done: () => void = () => undefined): boolean {
    if (this.stream !== undefined) return this.stream.write(text, done);
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    const left = bytes.subarray(this.written(bytes));
    if (left.length > 0) return this.opened.write(left, done);
    done();
    return true;
  }

  once(event: string, listener: () => void): void {
    this.opened.once(event, listener);
  }

  off(event: string, listener: () => void): void {
    this.opened.off(event, listener);
  }

  private get opened(): OutputStream {
    return (this.stream ??= this.open());
  }

  /** Writes as many bytes as possible and returns their number. */
  private written(bytes: Uint8Array): number {
    let count = 0;
    try {
      while (count < bytes.length) {
        const some = this.writeSome(bytes.subarray(count));
        if (some === 0) break;
        count += some;
      }
    } catch {
      // The stream meets the same error and handles it.
    }
    return count;
  }
}
