// What stands in a source between white space, comments and discards included, each with its place:
// what reading forms drops, and formatting must keep.

/** UTF-16 offsets into the source; `end` is behind the last character. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** A name, number, text or other word, kept as it is written. */
export interface Atom extends Place {
  readonly type: "atom";
}

/** Up to the end of its line, which is not part of it. */
export interface Comment extends Place {
  readonly type: "comment";
}

export interface Collection extends Place {
  readonly type: "list" | "vector" | "map" | "set" | "function";
  readonly items: readonly Item[];
}

/**
 * A quote, discard, annotation, tag and so on: a marker, then what it is for. Comments and discards
 * may stand between.
 */
export interface Prefixed extends Place {
  readonly type: "prefixed";
  readonly markerEnd: number;
  readonly items: readonly Item[];
}

export type Item = Atom | Comment | Collection | Prefixed;
