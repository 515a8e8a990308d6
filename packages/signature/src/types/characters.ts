// The type-level scanner of signatures: takes gaps, names and texts off the front of a text with as
// few types as possible. The compiler follows a chain of at most 1,000 types, and each character
// costs at most one.

type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type Small =
  | "a"
  | "b"
  | "c"
  | "d"
  | "e"
  | "f"
  | "g"
  | "h"
  | "i"
  | "j"
  | "k"
  | "l"
  | "m"
  | "n"
  | "o"
  | "p"
  | "q"
  | "r"
  | "s"
  | "t"
  | "u"
  | "v"
  | "w"
  | "x"
  | "y"
  | "z";
export type Capital = Uppercase<Small>;
export type NameStart = Small | Capital | "_";
export type NamePart = NameStart | Digit | "-";
type Hex = Digit | "a" | "b" | "c" | "d" | "e" | "f" | "A" | "B" | "C" | "D" | "E" | "F";

/**
 * The first character. Extracting it once is cheaper than one pattern for each possible character.
 */
export type FirstOf<Text extends string> = Text extends `${infer First}${string}` ? First : "";

type White =
  " " | "\t" | "\n" | "\v" | "\f" | "\r" | "\u{A0}" | "\u{2028}" | "\u{2029}" | "\u{FEFF}";
/** A text that starts with white space or a comment. */
export type GapFirst = `${White | ";"}${string}`;

/** The text without its leading gap. */
export type SkipGap<Text extends string> = Text extends ` ${infer Rest}`
  ? SkipGap<Rest>
  : Text extends `;${infer Rest}`
    ? Rest extends `${string}\n${infer Next}`
      ? SkipGap<Next>
      : ""
    : Text extends `${White}${infer Rest}`
      ? SkipGap<Rest>
      : Text;

/**
 * `[run, rest]`: the longest run of name characters at the front, which may be empty. Most runs
 * end at a space, a colon or a brace, and looking for those first is cheaper than checking each
 * character.
 */
export type TakeRun<Text extends string> = Text extends `${infer Run} ${infer Rest}`
  ? IsRun<Run> extends true
    ? [Run, ` ${Rest}`]
    : TakeRunTo<Text, ":">
  : TakeRunTo<Text, ":">;

type TakeRunTo<
  Text extends string,
  End extends ":" | "}",
> = Text extends `${infer Run}${End}${infer Rest}`
  ? IsRun<Run> extends true
    ? [Run, `${End}${Rest}`]
    : End extends ":"
      ? TakeRunTo<Text, "}">
      : TakeCharacters<Text>
  : End extends ":"
    ? TakeRunTo<Text, "}">
    : TakeCharacters<Text>;

type TakeCharacters<
  Text extends string,
  Run extends string = "",
> = Text extends `${infer First}${infer Rest}`
  ? First extends NamePart
    ? TakeCharacters<Rest, `${Run}${First}`>
    : [Run, Text]
  : [Run, Text];

/**
 * True if all characters may be part of a name. The text is padded with seven characters and
 * checked in groups of eight. Fewer than eight characters are left over, and all of them are
 * padding.
 */
type IsRun<Text extends string> = AreEightsOfRun<`${Text}_______`>;

type AreEightsOfRun<Text extends string> =
  Text extends `${FiveCharacters}${Character}${Character}${Character}${string}`
    ? Text extends `${infer A}${infer B}${infer C}${infer D}${infer E}${infer F}${infer G}${infer H}${infer Rest}`
      ? A | B | C | D | E | F | G | H extends NamePart
        ? AreEightsOfRun<Rest>
        : false
      : false
    : true;

/** The host spelling of a name: `due-date` and `due_date` are the same name. */
export type HostFieldName<Name extends string> = Name extends `${infer Before}-${infer Behind}`
  ? HostFieldName<`${Before}_${Behind}`>
  : Name;

interface Escapes {
  readonly "\\": "\\";
  readonly '"': '"';
  readonly "'": "'";
  readonly n: "\n";
  readonly t: "\t";
  readonly r: "\r";
  readonly f: "\f";
  readonly b: "\b";
}

/**
 * `[value, rest]` for the text after an opening quote, or the mistake in it. The compiler can't
 * decode `\u0041`, so it becomes `${string}` in the value.
 */
export type TakeText<
  Text extends string,
  Quote extends string,
  Value extends string = "",
> = Text extends `${infer Plain}${Quote}${infer Rest}`
  ? Plain extends `${string}\\${string}`
    ? Text extends `${infer Before}\\${infer Escaped}`
      ? TakeEscape<Escaped, Quote, `${Value}${Before}`>
      : never
    : [`${Value}${Plain}`, Rest]
  : `the text has no closing quote: write ${Quote} at its end`;

type TakeEscape<
  Text extends string,
  Quote extends string,
  Value extends string,
> = Text extends `${infer Letter}${infer Rest}`
  ? Letter extends keyof Escapes
    ? TakeText<Rest, Quote, `${Value}${Escapes[Letter]}`>
    : Text extends `u${infer A}${infer B}${infer C}${infer D}${infer Next}`
      ? A | B | C | D extends Hex
        ? TakeText<Next, Quote, `${Value}${string}`>
        : UnknownEscape
      : UnknownEscape
  : never;

type UnknownEscape =
  "the text has an unknown escape: known are \\\" \\' \\\\ \\n \\t \\r \\f \\b \\u0041";

/**
 * `false` for `string` and for patterns such as `a${string}`, which would become the index
 * signature of a record.
 */
export type IsLiteral<Text extends string> =
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- only an empty object fits every index signature and no named property
  Record<never, never> extends Record<Text, 1> ? false : true;

/**
 * Exactly one character if another placeholder follows. The compiler matches these without one
 * type per character; plain `${string}${string}` would become `string`.
 */
export type Character = string & { readonly length: number };
export type FiveCharacters = `${Character}${Character}${Character}${Character}${Character}`;
