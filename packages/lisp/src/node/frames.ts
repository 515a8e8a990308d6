// How messages are written on the pipe between a pool and its processes: the length of the body as
// 4 bytes, little end first, then the body. A reader knows the length before it keeps any of the
// body, so the other side cannot make it hold more than it allows.

import type { Writable } from "node:stream";

const headerBytes = 4;

/**
 * Writes one message. The operating system takes what it can at once, so the other side can read it
 * while this process goes on computing.
 */
export function writeFrame(pipe: Writable, body: Uint8Array): void {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt32LE(body.byteLength);
  pipe.cork();
  pipe.write(header);
  pipe.write(body);
  pipe.uncork();
}

/**
 * The first byte of a frame that is a part of the next message and not the message itself, which
 * begins with a brace.
 */
const partMark = 0;

/** What a part counts besides its bytes, since each is kept on its own. */
export const bytesOfPart = 64;

/** The frame of a part whose text is `text`. */
export function partFrame(text: string): Buffer {
  const body = Buffer.allocUnsafe(1 + Buffer.byteLength(text));
  body[0] = partMark;
  body.write(text, 1);
  return body;
}

export function isPart(body: Buffer): boolean {
  return body[0] === partMark;
}

/** Short parts are copied, so that they do not keep the chunk that they came in. */
const shortPart = 4096;

/** What the frame of a part holds. */
export function partOf(body: Buffer): Buffer {
  const part = body.subarray(1);
  return part.byteLength <= shortPart ? Buffer.from(part) : part;
}

/** Puts messages together from the chunks of a pipe. */
export class FrameReader {
  private readonly maximumBytes: number;
  private chunks: Buffer[] = [];
  private held = 0;
  /** Bytes of the message that is coming, `undefined` until its header is there. */
  private expected: number | undefined = undefined;

  constructor(maximumBytes: number) {
    this.maximumBytes = maximumBytes;
  }

  /**
   * The messages that `chunk` completes.
   * @throws RangeError for a message longer than allowed
   */
  push(chunk: Buffer): Buffer[] {
    this.chunks.push(chunk);
    this.held += chunk.byteLength;
    const bodies: Buffer[] = [];
    for (;;) {
      if (this.expected === undefined) {
        if (this.held < headerBytes) return bodies;
        this.expected = this.take(headerBytes).readUInt32LE(0);
        if (this.expected > this.maximumBytes)
          throw new RangeError(
            `a message of ${String(this.expected)} bytes, of at most ${String(this.maximumBytes)}`,
          );
      }
      if (this.held < this.expected) return bodies;
      bodies.push(this.take(this.expected));
      this.expected = undefined;
    }
  }

  /** Takes the first `count` bytes. Chunks are joined only as far as they belong to one message. */
  private take(count: number): Buffer {
    const taken: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      const chunk = this.chunks[0];
      if (chunk === undefined) break;
      const part = chunk.subarray(0, missing);
      taken.push(part);
      missing -= part.byteLength;
      if (part.byteLength === chunk.byteLength) this.chunks.shift();
      else this.chunks[0] = chunk.subarray(part.byteLength);
    }
    this.held -= count;
    const [first] = taken;
    return taken.length === 1 && first !== undefined ? first : Buffer.concat(taken);
  }
}
