// How the pieces of a value are written: PTC-Lisp or JSON. What is shown and what is left out is
// decided in excerpt.ts.

import type { Value } from "@ptc/core/values";

export type CollectionKind = "vector" | "set" | "map";

/** One way to write values. All texts together are readable data, whatever was left out. */
export interface Notation {
  /** What a text takes of the bound: UTF-16 units, or bytes of UTF-8. Never less than its units. */
  readonly sizeOf: (text: string) => number;
  readonly brackets: Readonly<Record<CollectionKind, readonly [string, string]>>;
  readonly between: Readonly<Record<CollectionKind, string>>;
  readonly betweenKeyAndValue: string;
  /** A value without elements, whole; undefined for a string longer than `room`. */
  readonly leaf: (value: Value, room: number) => string | undefined;
  /** The first part of a string of which `omitted` UTF-16 units are left out. */
  readonly cutText: (shown: string, omitted: number) => string;
  /**
   * The key of an entry, `used` being those that the map shows already; undefined for one that is
   * too long.
   */
  readonly key: (
    key: Value,
    used: ReadonlySet<string>,
    whole: (key: Value) => string | undefined,
  ) => string | undefined;
  /**
   * What says that `omitted` elements or entries are left out, beside keys `used`; empty where that
   * is said elsewhere.
   */
  readonly omission: (kind: CollectionKind, omitted: number, used: ReadonlySet<string>) => string;
  /** The name of what is no data, `<function>`, in its place. */
  readonly marker: (name: string) => string;
  /** What stands for a value of which nothing can be shown. */
  readonly elsewhere: string;
}

/** What a string or another text ends with where it was cut. */
export const cutMark = "...";

/** How many more dots the name of an omission may get where a field is named like it. */
export const spareDots = 4;

/** Bytes of `text` in UTF-8; half a character takes three, as encoders replace it. */
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
