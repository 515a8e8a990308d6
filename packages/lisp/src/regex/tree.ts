// What reading a regular expression yields: a tree without flags and abbreviations, which any
// engine can be made from.

import type { CharacterSet } from "./character-set.ts";

export type RegexAssertion =
  | "text-start"
  | "text-end"
  /** At the end, or before a line terminator there. */
  | "last-line-end"
  | "line-start"
  | "line-end"
  | "word-boundary"
  | "inside-word";

export type RegexNode =
  | { readonly type: "set"; readonly set: CharacterSet }
  | { readonly type: "sequence"; readonly items: readonly RegexNode[] }
  | { readonly type: "choice"; readonly options: readonly RegexNode[] }
  | {
      readonly type: "repeat";
      readonly item: RegexNode;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    }
  /** A capturing group; they are numbered in the order they open. */
  | { readonly type: "group"; readonly item: RegexNode }
  | { readonly type: "assertion"; readonly assertion: RegexAssertion }
  /**
   * `(?=…)` and its like: `item` matches from here on, or up to here; not so where it is negative.
   * There are no groups in it.
   */
  | {
      readonly type: "look";
      readonly item: RegexNode;
      readonly behind: boolean;
      readonly negative: boolean;
    };

export interface RegexTree {
  readonly root: RegexNode;
  readonly groupCount: number;
  /** The numbers of named groups. */
  readonly groupNames: ReadonlyMap<string, number>;
}

/**
 * Why a pattern is refused: `argument_error` for one that is wrong, `unsupported` for one that is
 * not offered.
 */
export class PatternError extends Error {
  readonly kind: "argument_error" | "unsupported";
  readonly hint: string | undefined;

  constructor(kind: "argument_error" | "unsupported", message: string, hint?: string) {
    super(message);
    this.name = "PatternError";
    this.kind = kind;
    this.hint = hint;
  }
}
