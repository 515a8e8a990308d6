// The items of a source, each with its location. They include the comments and discards that
// reading forms drops and formatting must keep.

/** UTF-16 offsets into the source; `end` is after the last character. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** A name, number, text or other word, kept as written. */
export interface Atom extends Place {
  readonly type: "atom";
}

/** A comment up to the end of its line, without the line feed. */
export interface Comment extends Place {
  readonly type: "comment";
}

export interface Collection extends Place {
  readonly type: "list" | "vector" | "map" | "set" | "function";
  readonly items: readonly Item[];
}

/**
 * A quote, discard, annotation, tag or similar: a marker and its form. Comments and discards may
 * come between them.
 */
export interface Prefixed extends Place {
  readonly type: "prefixed";
  readonly markerEnd: number;
  readonly items: readonly Item[];
}

export type Item = Atom | Comment | Collection | Prefixed;
