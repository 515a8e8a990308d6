// The forms that reading returns: plain data, each with its location in the source. Duplicate map
// keys and set members are kept as written; the analyzer handles them.

/** UTF-16 offsets into the source; `end` is after the last character. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `nil`. */
export interface NilForm {
  readonly type: "nil";
  readonly span: Span;
}

/** `true` or `false`. */
export interface BooleanForm {
  readonly type: "boolean";
  readonly value: boolean;
  readonly span: Span;
}

/**
 * An integer literal beyond the safe integers is a bigint; every other number literal is a number.
 */
export interface NumberForm {
  readonly type: "number";
  readonly value: number | bigint;
  readonly span: Span;
}

/** A text in quotation marks, with its escapes resolved. */
export interface StringForm {
  readonly type: "string";
  readonly value: string;
  readonly span: Span;
}

/** A character, such as `\a` or `\newline`. */
export interface CharacterForm {
  readonly type: "character";
  /** One code point. */
  readonly value: string;
  readonly span: Span;
}

/** `#"[a-z]+"`. */
export interface RegexForm {
  readonly type: "regex";
  /** The pattern as written between the quotation marks, backslashes included. */
  readonly source: string;
  readonly span: Span;
}

/** A keyword. `::a` reads as `:a`, because the language has no namespaces. */
export interface KeywordForm {
  readonly type: "keyword";
  readonly namespace?: string;
  readonly name: string;
  readonly span: Span;
}

/** A name, such as `map` or `str/join`. */
export interface SymbolForm {
  readonly type: "symbol";
  /** The part before the first slash. */
  readonly namespace?: string;
  readonly name: string;
  readonly span: Span;
}

/** `(f x y)`: a call, or a special form. */
export interface ListForm {
  readonly type: "list";
  readonly items: readonly Form[];
  readonly span: Span;
}

/** `[1 2 3]`. */
export interface VectorForm {
  readonly type: "vector";
  readonly items: readonly Form[];
  readonly span: Span;
}

/** `#{1 2 3}`. */
export interface SetForm {
  readonly type: "set";
  readonly items: readonly Form[];
  readonly span: Span;
}

/** `{:a 1 :b 2}`. */
export interface MapForm {
  readonly type: "map";
  /** Alternating keys and values, so an even number of forms. */
  readonly items: readonly Form[];
  readonly span: Span;
}

/** `#(…)`. */
export interface FunctionForm {
  readonly type: "function";
  readonly items: readonly Form[];
  readonly span: Span;
}

/** `'x`. */
export interface QuoteForm {
  readonly type: "quote";
  readonly form: Form;
  readonly span: Span;
}

/** `@x`. */
export interface DerefForm {
  readonly type: "deref";
  readonly form: Form;
  readonly span: Span;
}

/** `#'x`. */
export interface VarForm {
  readonly type: "var";
  readonly form: Form;
  readonly span: Span;
}

/** `#inst "…"` and `#uuid "…"`; the text is not checked here. */
export interface TaggedForm {
  readonly type: "tagged";
  readonly tag: "inst" | "uuid";
  readonly form: StringForm;
  readonly span: Span;
}

/** One form of a program, discriminated by `type`. */
export type Form =
  | NilForm
  | BooleanForm
  | NumberForm
  | StringForm
  | CharacterForm
  | RegexForm
  | KeywordForm
  | SymbolForm
  | ListForm
  | VectorForm
  | SetForm
  | MapForm
  | FunctionForm
  | QuoteForm
  | DerefForm
  | VarForm
  | TaggedForm;
