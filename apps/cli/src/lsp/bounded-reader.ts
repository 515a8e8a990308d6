// Reads the messages of a client from a stream: a header with the length, then JSON. A message
// beyond the limit is skipped without storing it, and a header that makes no sense ends the
// connection, because the start of the next message is unknown.

import type { Readable } from "node:stream";
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
} from "vscode-jsonrpc/node";

/** A document at its limit, with every character escaped as six bytes, and room for the rest. */
const mostMessageBytes = 8_000_000;
const mostHeaderBytes = 4_096;
const endOfHeader = "\r\n\r\n";

export class BoundedReader extends AbstractMessageReader implements MessageReader {
  private readonly input: Readable;
  private chunks: Buffer[] = [];
  private stored = 0;
  /** The length of the message that arrives; undefined in a header. */
  private expected: number | undefined;
  /** The bytes of a message beyond the limit that are still to come. */
  private skipped = 0;
  private isClosed = false;

  constructor(input: Readable) {
    super();
    this.input = input;
  }

  listen(callback: DataCallback): Disposable {
    const read = (chunk: Buffer | string): void => {
      this.append(Buffer.from(chunk), callback);
    };
    const close = (): void => {
      if (this.isClosed) return;
      this.isClosed = true;
      this.fireClose();
    };
    this.input.on("data", read);
    this.input.once("end", close).once("close", close).once("error", close);
    return { dispose: () => this.input.off("data", read) };
  }

  private append(chunk: Buffer, callback: DataCallback): void {
    if (this.isClosed) return;
    const skippedNow = Math.min(this.skipped, chunk.length);
    this.skipped -= skippedNow;
    this.chunks.push(chunk.subarray(skippedNow));
    this.stored += chunk.length - skippedNow;
    // A long message arrives in many chunks, which are joined once.
    if (this.stored < (this.expected ?? 0)) return;
    let rest: Buffer = Buffer.concat(this.chunks);
    for (let next = this.take(rest, callback); next !== undefined; next = this.take(rest, callback))
      rest = next;
    this.chunks = [rest];
    this.stored = rest.length;
  }

  /** Takes a header or message from the start, and returns the rest; undefined if it's partial. */
  private take(bytes: Buffer, callback: DataCallback): Buffer | undefined {
    if (this.isClosed || bytes.length === 0) return undefined;
    if (this.expected === undefined) return this.takeHeader(bytes);
    if (bytes.length < this.expected) return undefined;
    const text = bytes.toString("utf8", 0, this.expected);
    const rest = bytes.subarray(this.expected);
    this.expected = undefined;
    const message = messageOf(text);
    try {
      if (message === undefined) throw new Error("a message isn't a JSON object");
      callback(message);
    } catch (error) {
      this.fireError(error);
    }
    return rest;
  }

  private takeHeader(bytes: Buffer): Buffer | undefined {
    const end = bytes.subarray(0, mostHeaderBytes).indexOf(endOfHeader);
    if (end < 0) {
      if (bytes.length >= mostHeaderBytes) this.stop("a header is too long");
      return undefined;
    }
    const header = bytes.toString("latin1", 0, end);
    const [, digits] = /^content-length:[ \t]*(\d{1,15})[ \t]*$/im.exec(header) ?? [];
    if (digits === undefined) {
      this.stop("a header has no Content-Length");
      return undefined;
    }
    const rest = bytes.subarray(end + endOfHeader.length);
    const length = Number(digits);
    if (length <= mostMessageBytes) {
      this.expected = length;
      return rest;
    }
    this.fireError(
      new Error(
        `a message of ${digits} bytes was skipped: the limit is ${String(mostMessageBytes)} bytes`,
      ),
    );
    const skippedNow = Math.min(length, rest.length);
    this.skipped = length - skippedNow;
    return rest.subarray(skippedNow);
  }

  private stop(problem: string): void {
    this.isClosed = true;
    this.fireError(new Error(`${problem}: the connection ends`));
    this.fireClose();
  }
}

/** Returns the message, or undefined for text that isn't JSON of an object. */
function messageOf(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Message)
      : undefined;
  } catch {
    return undefined;
  }
}
