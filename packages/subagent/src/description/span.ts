// The pieces of a line with their kinds, so that callers can color them.

/**
 * The kind of a piece of a description: a heading, an outcome, a label, a remark, or a word of a
 * program. `plain` is everything else.
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
  /** The text, without control characters. */
  readonly text: string;
}

export function plain(text: string): StyledSpan {
  return { kind: "plain", text };
}

export function note(text: string): StyledSpan {
  return { kind: "note", text };
}
