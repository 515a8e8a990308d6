// The interface of notations, which write the parts of a value as PTC-Lisp or JSON. excerpt.ts
// decides which parts are shown.

import type { Value } from "@ptc/core/values";

export type CollectionKind = "vector" | "set" | "map";

/** A notation for values. Its texts form readable data, no matter which parts are omitted. */
export interface Notation {
  /**
   * Returns the room that a text needs, in UTF-16 units or UTF-8 bytes. Never less than its number
   * of UTF-16 units.
   */
  readonly sizeOf: (text: string) => number;
  readonly brackets: Readonly<Record<CollectionKind, readonly [string, string]>>;
  readonly between: Readonly<Record<CollectionKind, string>>;
  readonly betweenKeyAndValue: string;
  /** Returns the text of a value without elements; undefined for a string longer than `room`. */
  readonly leaf: (value: Value, room: number) => string | undefined;
  /**
   * Returns the text of a cut string: `shown` is its prefix, and `omitted` the number of omitted
   * UTF-16 units.
   */
  readonly cutText: (shown: string, omitted: number) => string;
  /**
   * Returns the text of an entry's key, or undefined if it is too long. `used` are the keys of the
   * map that are already shown.
   */
  readonly key: (
    key: Value,
    used: ReadonlySet<string>,
    whole: (key: Value) => string | undefined,
  ) => string | undefined;
  /**
   * Returns the note that `omitted` elements or entries are missing from a collection that shows
   * the keys `used`. Empty in a notation without such notes. Infinity if the number isn't known.
   */
  readonly omission: (kind: CollectionKind, omitted: number, used: ReadonlySet<string>) => string;
  /** Returns the text for a value that isn't data, from a name such as `<function>`. */
  readonly marker: (name: string) => string;
  /** The text for a value if no part of it can be shown. */
  readonly elsewhere: string;
}

/** The end of a cut text. */
export const cutMark = "...";

/**
 * The maximum number of dots added to the name of the omission field if the map has a field of
 * that name.
 */
export const spareDots = 4;

/**
 * Returns the length of `text` in UTF-8 bytes. A lone surrogate takes three bytes, because
 * encoders replace it with U+FFFD.
 */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if ((text.codePointAt(at) ?? 0) > 0xffff) {
      bytes += 2;
      at++;
    } else bytes += 2;
  }
  return bytes;
}
