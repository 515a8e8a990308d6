// Sends the messages of a pool process as frames. Each message follows its values, each of which is
// a frame with JSON. Rejects messages that are longer than the pool accepts.

import { bytesOfPart, partFrame, writeFrame } from "../frames.ts";
import type { ChildMessage } from "../messages.ts";
import { countedTypes, sayingBytes } from "../saying.ts";
import type { Json } from "@ptc/core/encoding";
import type { Writable } from "node:stream";
import { OversizedMessage } from "./oversized-message.ts";

/** A value of a message, ready to be sent. */
export class MessagePart {
  readonly frame: Buffer;

  constructor(frame: Buffer) {
    this.frame = frame;
  }
}

export class Outbox {
  /** The longest message that the pool accepts, in bytes. */
  readonly maximumBytes: number;
  private readonly pipe: Writable;
  /** The bytes left for counted messages of the current run. */
  private bytesLeft = 0;

  constructor(pipe: Writable, maximumBytes: number) {
    this.pipe = pipe;
    this.maximumBytes = maximumBytes;
  }

  /** Begins a run whose counted messages may have this many bytes. */
  begin(bytes: number): void {
    this.bytesLeft = bytes;
  }

  /** @throws OversizedMessage */
  part(json: Json): MessagePart {
    const text = this.text(json);
    if (text.length > this.maximumBytes) throw new OversizedMessage(this.maximumBytes);
    return new MessagePart(partFrame(text));
  }

  /** @throws OversizedMessage */
  say(message: ChildMessage<MessagePart>): void {
    const parts: MessagePart[] = [];
    const text = this.text(message, (_, value: unknown) =>
      value instanceof MessagePart ? parts.push(value) - 1 : value,
    );
    const body = Buffer.from(text);
    let bytes = body.byteLength;
    for (const { frame } of parts) bytes += frame.byteLength + bytesOfPart;
    if (bytes > this.maximumBytes) throw new OversizedMessage(this.maximumBytes);
    if (countedTypes.has(message.type)) this.count(sayingBytes(bytes));
    for (const { frame } of parts) writeFrame(this.pipe, frame);
    writeFrame(this.pipe, body);
  }

  private count(bytes: number): void {
    if (bytes > this.bytesLeft) throw new OversizedMessage(this.bytesLeft);
    this.bytesLeft -= bytes;
  }

  /** Serializes JSON. The text may exceed the longest string of the host. */
  private text(json: unknown, replace?: (name: string, value: unknown) => unknown): string {
    try {
      return JSON.stringify(json, replace);
    } catch (error) {
      throw error instanceof RangeError ? new OversizedMessage(this.maximumBytes) : error;
    }
  }
}
