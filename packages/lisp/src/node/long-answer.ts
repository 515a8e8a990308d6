// Writes and reads a long result of a tool. The pool copies and writes it in pieces, between which
// its event loop continues. One frame has the message and the pieces: structured clones that share
// the numbers of their objects, so each object is written once and circular references stay.

import { DefaultDeserializer, DefaultSerializer } from "node:v8";
import { defineField } from "@ptc/core/internal/values";
import type { Copier } from "./crossing.ts";
import type { PoolMessage, ToolAnswerMessage } from "./messages.ts";
import type { Slice, SlicedWork } from "./reading/turns.ts";

/** Fields and elements that are copied at once, in less than a millisecond. */
export const partsAtOnce = 2048;

export interface LongAnswer {
  readonly run: number;
  readonly call: number;
  /** True if the result isn't needed any more. */
  readonly isObsolete: () => boolean;
  readonly parts?: number;
}

/**
 * Returns the message with a long result, of which `copier` has copied the first piece. Returns
 * `undefined` if the result becomes obsolete before that.
 * @throws CrossingError; errors of structured clone
 */
export function* writtenInPieces(
  copier: Copier,
  { run, call, isObsolete, parts = partsAtOnce }: LongAnswer,
  slice: Slice,
): SlicedWork<Uint8Array | undefined> {
  const writer = new DefaultSerializer();
  writer.writeHeader();
  const message = { type: "tool-answer", run, call, first: copier.data } as const;
  writer.writeValue(message satisfies ToolAnswerMessage);
  while (!copier.isComplete) {
    if (slice.isOverNow()) yield;
    if (isObsolete()) return undefined;
    writer.writeValue(copier.addition(parts));
  }
  // Only the last piece shows whether there are language values.
  writer.writeValue(copier.holdsValues);
  return writer.releaseBuffer();
}

/** Reads a message of the pool, with its pieces if it has any. */
export function readPoolMessage(body: Uint8Array): PoolMessage {
  const reader = new DefaultDeserializer(body);
  reader.readHeader();
  const message = reader.readValue() as PoolMessage;
  if (message.type !== "tool-answer" || !("first" in message)) return message;
  const { type, run, call, first: data } = message;
  for (;;) {
    const piece: unknown = reader.readValue();
    if (typeof piece === "boolean")
      return { type, run, call, result: { data, holdsValues: piece } };
    addPiece(piece as readonly object[]);
  }
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
