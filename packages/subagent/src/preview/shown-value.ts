// Prepares values for the formats of this folder. Language values are used directly; host values
// are converted as for a program.

import { OptionError } from "@ptc/core/errors";
import {
  DataDepthError,
  WorkLimitError,
  MapValue,
  OpaqueValue,
  SetValue,
  SymbolValue,
  Vector,
  fromHost,
  type Value,
} from "@ptc/core/values";
import { excerptOf, type ExcerptOptions } from "./excerpt.ts";
import type { Excerpt } from "./excerpt-parts.ts";
import type { Notation } from "./notation.ts";

/** A smaller limit would leave no room for the omission note. */
const smallestRoom = 40;

/**
 * Returns an excerpt of a language value or host value. Shows nothing of host data that contains
 * itself or takes too much work to read.
 */
export function excerptOfAny(value: unknown, notation: Notation, options: ExcerptOptions): Excerpt {
  try {
    return excerptOf(
      isLanguageCollection(value) ? value : fromHost(value, options.firewall),
      notation,
      options,
    );
  } catch (error) {
    if (!(error instanceof DataDepthError || error instanceof WorkLimitError)) throw error;
    const text = notation.elsewhere;
    return {
      text,
      size: notation.sizeOf(text),
      isWhole: false,
      shown: { kind: "leaf", value: "...", omittedCharacters: 0 },
    };
  }
}

/** Checks a limit on size. @throws OptionError with the option's name */
export function checkRoom(option: string, room: number): number {
  if (!Number.isSafeInteger(room) || room < smallestRoom)
    throw new OptionError(
      option,
      `expected a whole number from ${String(smallestRoom)}, got ${String(room)}`,
    );
  return room;
}

/** Checks a limit on elements. @throws OptionError with the option's name */
export function checkLimit(option: string, limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new OptionError(option, `expected a whole number from 1, got ${String(limit)}`);
  return limit;
}

/**
 * True if `value` is a language collection. It is shown directly, because converting it like a
 * host value would drop its functions.
 */
export function isLanguageCollection(value: unknown): value is Value {
  return (
    value instanceof Vector ||
    value instanceof MapValue ||
    value instanceof SetValue ||
    value instanceof OpaqueValue ||
    value instanceof SymbolValue
  );
}
