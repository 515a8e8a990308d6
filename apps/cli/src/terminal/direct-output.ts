// Standard output for who writes a text and ends: it is written at once, without the stream of the
// host, which takes longer to make than an answer. What cannot be written at once, for whatever
// reason, goes to the stream, which then waits for the reader, or says what is wrong.

import type { OutputStream, TextOutput } from "./host.ts";

export class DirectOutput implements TextOutput {
  private readonly writeSome: (bytes: Uint8Array) => number;
  private readonly open: () => OutputStream;
  private stream: OutputStream | undefined = undefined;

  /**
   * @param writeSome - writes some of the bytes and answers how many; throws where it cannot
   * @param open - makes the stream; called once, when something is left for it
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

  /** How many of the bytes were written until all were, or no more could be. */
  private written(bytes: Uint8Array): number {
    let count = 0;
    try {
      while (count < bytes.length) {
        const some = this.writeSome(bytes.subarray(count));
        if (some === 0) break;
        count += some;
      }
    } catch {
      // The stream meets the same, and knows what to do.
    }
    return count;
  }
}
