// How the pieces of a value are written, as PTC-Lisp or as JSON. excerpt.ts decides what is shown
// and what is left out.

import type { Value } from "@ptc/core/values";

export type CollectionKind = "vector" | "set" | "map";

/** One way to write values. The texts together are readable data, whatever was left out. */
export interface Notation {
  /**
   * How much room a text takes: its UTF-16 units, or its bytes in UTF-8. It is never less than the
   * number of UTF-16 units.
   */
  readonly sizeOf: (text: string) => number;
  readonly brackets: Readonly<Record<CollectionKind, readonly [string, string]>>;
  readonly between: Readonly<Record<CollectionKind, string>>;
  readonly betweenKeyAndValue: string;
  /** The text of a value without elements; undefined for a string longer than `room`. */
  readonly leaf: (value: Value, room: number) => string | undefined;
  /**
   * The text of a string of which only `shown` is written and `omitted` UTF-16 units are left out.
   */
  readonly cutText: (shown: string, omitted: number) => string;
  /**
   * The text of an entry's key; undefined when it is too long. `used` are the keys that the map
   * shows already.
   */
  readonly key: (
    key: Value,
    used: ReadonlySet<string>,
    whole: (key: Value) => string | undefined,
  ) => string | undefined;
  /**
   * The note that `omitted` elements or entries are left out of a collection that shows the keys
   * `used`; empty in a notation without such notes.
   */
  readonly omission: (kind: CollectionKind, omitted: number, used: ReadonlySet<string>) => string;
  /** The text for a value that is not data, from a name such as `<function>`. */
  readonly marker: (name: string) => string;
  /** The text for a value of which nothing can be shown. */
  readonly elsewhere: string;
}

/** The end of a text that was cut. */
export const cutMark = "...";

/**
 * How many dots may be added to the field that notes an omission when the map has a field of that
 * name.
 */
export const spareDots = 4;

/**
 * Bytes of `text` in UTF-8. A lone surrogate takes three bytes, because encoders replace it by
 * U+FFFD.
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
