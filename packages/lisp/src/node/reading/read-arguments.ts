// Reads the arguments of a tool call: in one go if they are short, otherwise in slices.

import { MapValue } from "@ptc/core/values";
import { MessageError } from "../message-error.ts";
import { readingBudget } from "./reading-budget.ts";
import { readValue } from "./read-value.ts";
import { toHostInSlices } from "./to-host-in-slices.ts";
import { atOnce, type Slice, type SlicedWork, type Turns } from "./turns.ts";

type Arguments = Readonly<Record<string, unknown>>;

const longestAtOnce = 16_384;

export function isReadAtOnce(bytes: Buffer): boolean {
  return bytes.byteLength <= longestAtOnce;
}

/** @throws MessageError, DecodingError for invalid arguments; WorkLimitError */
export function readArguments(bytes: Buffer): Arguments;
export function readArguments(bytes: Buffer, turns: Turns): Promise<Arguments>;
export function readArguments(bytes: Buffer, turns?: Turns): Arguments | Promise<Arguments> {
  const work = (slice: Slice): SlicedWork<Arguments> => argumentsIn(bytes, slice);
  return turns === undefined ? atOnce(work) : turns.work(work);
}

function* argumentsIn(bytes: Buffer, slice: Slice): SlicedWork<Arguments> {
  const meter = readingBudget();
  const value = yield* readValue(bytes, { decodeFunction: () => undefined }, meter, slice);
  if (!(value instanceof MapValue)) throw new MessageError("arguments that are not a map");
  // Maps become plain objects.
  return (yield* toHostInSlices(value, "plain", meter, slice)) as Arguments;
}
