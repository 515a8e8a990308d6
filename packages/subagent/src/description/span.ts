// The pieces of a line and what they are, so that whoever shows them can colour them.

/**
 * What a piece of a description is: a heading, how something ended, a label, a remark, or a word of
 * a program. `plain` is everything else.
 */
export type SpanKind =
  | "plain"
  | "heading"
  | "ok"
  | "failed"
  | "label"
  | "note"
  | "comment"
  | "string"
  | "keyword"
  | "number"
  | "call";

export interface StyledSpan {
  readonly kind: SpanKind;
  /** Fit to be shown: without control characters. */
  readonly text: string;
}

export function plain(text: string): StyledSpan {
  return { kind: "plain", text };
}

export function note(text: string): StyledSpan {
  return { kind: "note", text };
}
