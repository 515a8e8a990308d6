// The result of parsing a regular expression: a tree without flags and abbreviations, from which
// any engine can be built.

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
  /** A capturing group. Groups are numbered in the order in which they open. */
  | { readonly type: "group"; readonly item: RegexNode }
  | { readonly type: "assertion"; readonly assertion: RegexAssertion }
  /**
   * `(?=…)` and similar: `item` matches from this position on, or up to it. If negative, it
   * doesn't match. It contains no groups.
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
 * The reason a pattern is refused: `argument_error` for a wrong one, `unsupported` for an
 * unsupported one.
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
