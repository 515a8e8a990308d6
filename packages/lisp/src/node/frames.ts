// Writes and reads frames on the pipe between a pool and its processes: the length of the body as 4
// bytes, little-endian, then the body. A reader knows the length before it stores any of the body,
// so it never stores more than it allows.

import type { Writable } from "node:stream";

const headerBytes = 4;

/**
 * Writes one message. The operating system takes as much as it can immediately, so the other side
 * can read it while this process computes.
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
 * The first bytes of frames to a process that contain a piece of a long message, or end it early.
 * Short messages may be written between two pieces. They begin with 255, as structured clones do.
 */
export const pieceMarks = { more: 0, last: 1, dropped: 2 } as const;

/** Writes one piece of a long message. */
export function writePiece(
  pipe: Writable,
  mark: keyof typeof pieceMarks,
  piece: Uint8Array = new Uint8Array(),
): void {
  const header = Buffer.allocUnsafe(headerBytes + 1);
  header.writeUInt32LE(piece.byteLength + 1);
  header[headerBytes] = pieceMarks[mark];
  pipe.cork();
  pipe.write(header);
  pipe.write(piece);
  pipe.uncork();
}

/** Joins the pieces of long messages in a process. */
export class PieceReader {
  private pieces: Buffer[] = [];

  /** Returns the message that `body` completes, if any: a short one, or one with its last piece. */
  push(body: Buffer): Buffer | undefined {
    switch (body[0]) {
      case pieceMarks.more:
        this.pieces.push(body.subarray(1));
        return undefined;
      case pieceMarks.last: {
        const pieces = [...this.pieces, body.subarray(1)];
        this.pieces = [];
        return Buffer.concat(pieces);
      }
      case pieceMarks.dropped:
        this.pieces = [];
        return undefined;
      default:
        return body;
    }
  }
}

/**
 * The first byte of a frame that contains a part of the next message. A message itself begins with
 * a brace.
 */
const partMark = 0;

/** The size charged for a part in addition to its bytes, because each is stored separately. */
export const bytesOfPart = 64;

/** Returns the frame of a part with the text `text`. */
export function partFrame(text: string): Buffer {
  const body = Buffer.allocUnsafe(1 + Buffer.byteLength(text));
  body[0] = partMark;
  body.write(text, 1);
  return body;
}

export function isPart(body: Buffer): boolean {
  return body[0] === partMark;
}

/** Shorter parts are copied, so that they don't retain the chunk they came in. */
const shortPart = 4096;

/** Returns the bytes of a part's frame. */
export function partOf(body: Buffer): Buffer {
  const part = body.subarray(1);
  return part.byteLength <= shortPart ? Buffer.from(part) : part;
}

/** Assembles messages from the chunks of a pipe. */
export class FrameReader {
  private readonly maximumBytes: number;
  private chunks: Buffer[] = [];
  private held = 0;
  /** Bytes of the current message; `undefined` until its header has arrived. */
  private expected: number | undefined = undefined;

  constructor(maximumBytes: number) {
    this.maximumBytes = maximumBytes;
  }

  /**
   * Returns the messages that `chunk` completes.
   * @throws RangeError for a message that is longer than allowed
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
            `a message of ${String(this.expected)} bytes; the maximum is ${String(this.maximumBytes)}`,
          );
      }
      if (this.held < this.expected) return bodies;
      bodies.push(this.take(this.expected));
      this.expected = undefined;
    }
  }

  /** Removes the first `count` bytes. Joins chunks only as far as they belong to one message. */
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
