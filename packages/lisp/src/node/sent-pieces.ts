// Writes and reads a long message to a process: one with much host data, such as a context, a
// memory or the result of a tool. The pool copies and writes it in pieces, between which its event
// loop continues. The pieces are structured clones that share the numbers of their objects, so each
// object is written once and circular references stay.

import { DefaultDeserializer, DefaultSerializer, serialize } from "node:v8";
import { defineField } from "@ptc/core/internal/values";
import { Copier, type Crossing } from "./crossing.ts";
import type { PoolMessage } from "./messages.ts";
import type { Slice, SlicedWork } from "./reading/turns.ts";

/** Fields and elements that are copied at once, in less than a millisecond. */
export const partsAtOnce = 2048;

/** A message that is sent in several pieces. */
export interface Pieces {
  readonly isComplete: boolean;
  /** @throws errors of the data, which then can't be sent */
  next(): Uint8Array;
}

/** A message that is ready to be sent, at once or in pieces. */
export type Outgoing = Uint8Array | Pieces;

/** Host data whose copy isn't complete yet. */
interface OpenCrossing {
  readonly copier: Copier;
  readonly crossing: Crossing;
  readonly explained: (error: unknown) => unknown;
}

/** Copies the host data of one message. The first piece is copied at once, the rest later. */
export class Crossings {
  private readonly open: OpenCrossing[] = [];
  private readonly parts: number;
  private partsLeft: number;

  /** `parts` is the size of a piece, in fields and elements. */
  constructor(parts = partsAtOnce) {
    this.parts = parts;
    this.partsLeft = parts;
  }

  /**
   * Returns `value`, as it is written into the message. `explained` converts errors of its data,
   * also those that appear later.
   * @throws CrossingError, or the error that `explained` returns
   */
  add(value: unknown, explained: (error: unknown) => unknown = (error) => error): Crossing {
    try {
      const copier = new Copier(value, this.partsLeft);
      this.partsLeft = copier.partsLeft;
      const { data, holdsValues } = copier;
      const crossing = { data, holdsValues };
      if (!copier.isComplete) this.open.push({ copier, crossing, explained });
      return crossing;
    } catch (error) {
      throw explained(error);
    }
  }

  /**
   * Returns `message`, which contains the data added so far.
   * @throws errors of structured clone
   */
  outgoing(message: PoolMessage): Outgoing {
    return this.open.length === 0
      ? serialize(message)
      : new LongMessage(message, this.open, this.parts);
  }
}

/** The first value of a long message. The data of each crossing continues in the pieces. */
interface Beginning {
  readonly type: "long";
  readonly message: PoolMessage;
  readonly crossings: readonly Crossing[];
}

/** What follows the last piece: which crossings contain language values. */
type Ending = readonly boolean[];

class LongMessage implements Pieces {
  isComplete = false;
  private readonly writer = new DefaultSerializer();
  private readonly crossings: readonly OpenCrossing[];
  private readonly parts: number;
  private index = 0;

  constructor(message: PoolMessage, open: readonly OpenCrossing[], parts: number) {
    this.crossings = open;
    this.parts = parts;
    const crossings = open.map(({ crossing }) => crossing);
    this.writer.writeHeader();
    this.writer.writeValue({ type: "long", message, crossings } satisfies Beginning);
  }

  next(): Uint8Array {
    const current = this.crossings[this.index];
    if (current === undefined) {
      // Only the last piece shows whether there are language values.
      this.writer.writeValue(
        this.crossings.map(({ copier }) => copier.holdsValues) satisfies Ending,
      );
      this.isComplete = true;
    } else {
      try {
        this.writer.writeValue(current.copier.addition(this.parts));
      } catch (error) {
        throw current.explained(error);
      }
      if (current.copier.isComplete) this.index++;
    }
    // The writer continues to number the objects of all pieces.
    return this.writer.releaseBuffer();
  }
}

/** Writes all pieces, in slices. @throws errors of the data */
export function* writtenPieces(pieces: Pieces, slice: Slice): SlicedWork<readonly Uint8Array[]> {
  const written: Uint8Array[] = [];
  while (!pieces.isComplete) {
    if (slice.isOverNow()) yield;
    written.push(pieces.next());
  }
  return written;
}

/** Pieces that are written already, to send them to several processes. */
export class WrittenPieces implements Pieces {
  private readonly pieces: readonly Uint8Array[];
  private index = 0;

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }

  get isComplete(): boolean {
    return this.index >= this.pieces.length;
  }

  next(): Uint8Array {
    return this.pieces[this.index++] ?? new Uint8Array();
  }
}

/** Reads a message of the pool: the bytes of a short one, or those of all pieces of a long one. */
export function readPoolMessage(body: Uint8Array): PoolMessage {
  const reader = new DefaultDeserializer(body);
  reader.readHeader();
  const first = reader.readValue() as PoolMessage | Beginning;
  if (first.type !== "long") return first;
  const { message, crossings } = first;
  for (;;) {
    const piece = reader.readValue() as readonly object[] | Ending;
    if (isEnding(piece)) {
      for (const [index, crossing] of crossings.entries())
        Object.assign(crossing, { holdsValues: piece[index] });
      return message;
    }
    addPiece(piece);
  }
}

function isEnding(piece: readonly object[] | Ending): piece is Ending {
  return typeof piece[0] === "boolean";
}

/** Adds the content of a piece: containers, each followed by what it also contains. */
function addPiece(piece: readonly object[]): void {
  for (let index = 0; index + 1 < piece.length; index += 2) {
    const [container, addition] = piece.slice(index, index + 2);
    if (Array.isArray(container)) for (const item of addition as unknown[]) container.push(item);
    else if (container instanceof Map)
      for (const [key, item] of addition as Map<unknown, unknown>) container.set(key, item);
    else if (container instanceof Set)
      for (const item of addition as Set<unknown>) container.add(item);
    else if (container !== undefined && addition !== undefined)
      for (const [name, item] of Object.entries(addition)) defineField(container, name, item);
  }
}
