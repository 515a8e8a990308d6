// Prepares the values that the formats of this folder are given: values of the language are used as
// they are, values of the host as a program would see them.

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

/** A smaller bound would leave no room for the note that something is left out. */
const smallestRoom = 40;

/**
 * An excerpt of a value of the language or of the host. Of host data that contains itself, or
 * takes too much work to read, nothing is shown.
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

/** @throws OptionError naming the option of a bound on size */
export function checkRoom(option: string, room: number): number {
  if (!Number.isSafeInteger(room) || room < smallestRoom)
    throw new OptionError(
      option,
      `expected a whole number from ${String(smallestRoom)}, got ${String(room)}`,
    );
  return room;
}

/** @throws OptionError naming the option of a bound on elements */
export function checkLimit(option: string, limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new OptionError(option, `expected a whole number from 1, got ${String(limit)}`);
  return limit;
}

/**
 * Whether `value` is a collection of the language. It is shown as it is, because converting it like
 * a value of the host would drop the functions in it.
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
