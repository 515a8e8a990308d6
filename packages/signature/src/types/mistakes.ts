// The mistakes of a signature as the compiler shows them: the messages of `syntax/explain.ts` and
// `syntax/resolve.ts` without the location. Each situation in which reading can stop has its own
// type. They are used only for malformed signatures.

import type {
  Capital,
  FiveCharacters,
  GapFirst,
  NameStart,
  SkipGap,
  TakeRun,
  TakeText,
} from "./characters.ts";
import type { KnownTypeFor } from "./type-hints.ts";

type Bracket = "{" | "(" | "[";
type CloserOf<Open> = Open extends "(" ? ")" : Open extends "[" ? "]" : "}";
type CloserFirst<Closer extends string = "}" | "]" | ")"> = `${Closer}${string}`;
type QuoteFirst = `${'"' | "'"}${string}`;
type OtherArrowFirst = `${"=>" | "→" | "⇒"}${string}`;

type Unexpected<Text extends string> = `unexpected ${Shown<Text>}`;
type StillOpen<Open extends string> = `the ${Open} is still open: write ${CloserOf<Open>}`;
type NoColon<Text extends string> =
  `a type starts with a colon: write ${KnownTypeFor<TakeRun<Text>[0]>}`;
type UnionForm = "write it as in :int|:string or :int|nil";
type NoBranchBefore = `a type is missing before the |: ${UnionForm}`;
type NoTypeName = "the colon has no type name after it: write :any, or a narrower type";
type WrongArrow<Text extends string> = `the arrow is not written ${Shown<Text>}: write ->`;
type Parentheses =
  "parentheses contain the parameters, once, before the arrow: write a map with named fields as {name :type}, a union as :int|:string";
type WrongName<First extends string> =
  `unexpected ${First} in a name: a name is letters a to z, digits, _ and -, and starts with a letter or _`;

/** The first word or mark of a text. */
type Shown<Text extends string> = Text extends `${NameStart}${string}`
  ? Shortened<TakeRun<Text>[0]>
  : ShownMark<Text>;

type ShownMark<Text extends string> = Text extends `:${infer Rest}`
  ? TakeRun<Rest>[0] extends ""
    ? ":"
    : `:${Shortened<TakeRun<Rest>[0]>}`
  : Text extends `${infer Mark extends "-" | "=" | "#"}${infer Next extends ">" | "{"}${string}`
    ? `${Mark}${Next}`
    : Text extends `${infer First}${string}`
      ? First
      : "the end";

/** At most 40 characters, followed by `…` if there were more. */
type Shortened<Word extends string> = Word extends `${Forty}${infer Rest}`
  ? Rest extends ""
    ? Word
    : Word extends `${infer Front}${Rest}`
      ? `${Front}…`
      : Word
  : Word;
type Ten = `${FiveCharacters}${FiveCharacters}`;
type Forty = `${Ten}${Ten}${Ten}${Ten}`;

/** A closing bracket that doesn't match the open one. */
type WrongCloser<Text extends string, Kind extends string> = Text extends `${infer Closer}${string}`
  ? Kind extends Bracket
    ? `the ${Kind} is closed by a ${Closer}: write ${CloserOf<Kind>}`
    : `nothing is open for the ${Closer}: remove it`
  : never;

/**
 * A mistake where a signature or definition may start, after the parameters, or at the end of a
 * text that has only definitions.
 */
export type OutlineMistake<
  Text extends string,
  Before extends "" | ")" | "definition",
  Defined,
> = Text extends ""
  ? Before extends ")"
    ? "the output type is missing: write -> and the type, such as -> :any"
    : [Defined] extends [never]
      ? "the signature is empty: write the type of the result, such as {count :int} or :any"
      : "the signature after the definitions is missing: write it there, such as () -> :any"
  : Text extends CloserFirst
    ? WrongCloser<Text, "">
    : Text extends OtherArrowFirst
      ? WrongArrow<Text>
      : Text extends `(${string}`
        ? Parentheses
        : Before extends ")"
          ? Text extends `${":" | "[" | "{" | "#{"}${string}`
            ? "the arrow before the output type is missing: write ->"
            : WordMistake<Text>
          : WordMistake<Text>;

type WordMistake<Text extends string> = TakeRun<Text>[0] extends `${NameStart}${string}`
  ? NoColon<Text>
  : Unexpected<Text>;

/** A mistake after the word `type`. */
export type DefinitionMistake<Name extends string, Rest extends string> = Name extends ""
  ? "a definition starts with the name of its type: write it as in type Order {id :int}"
  : SkipGap<Rest> extends ""
    ? `the type ${Shortened<Name>} has no definition: write type ${Shortened<Name>} {id :int}, or any other type after the name`
    : `the name of a type starts with a capital letter, got ${Shortened<Name>}: write ${Capitalised<Name>}`;

type Capitalised<Name extends string> = Name extends `_${infer Rest}`
  ? Capitalised<Rest>
  : Name extends ""
    ? "a name such as Order"
    : Capitalize<Name>;

/** A mistake where the name of a field is expected, after the opening bracket or a comma. */
export type FieldMistake<Text extends string, Kind extends string> = Text extends CloserFirst
  ? WrongCloser<Text, Kind>
  : Text extends "" | `->${string}`
    ? StillOpen<Kind>
    : Text extends `:${infer Rest}`
      ? TakeRun<Rest>[0] extends ""
        ? NoTypeName
        : `a name can't have a colon: write ${Shortened<TakeRun<Rest>[0]>} and then its type`
      : Text extends QuoteFirst | `\`${string}`
        ? "unexpected quotes around a name: remove them"
        : Text extends `,${string}`
          ? "one comma too many: remove it"
          : Text extends OtherArrowFirst
            ? WrongArrow<Text>
            : Text extends `(${string}`
              ? Parentheses
              : Text extends `${"[" | "{" | "#{" | "?" | "|"}${string}`
                ? Unexpected<Text>
                : Text extends `${infer First}${string}`
                  ? WrongName<First>
                  : never;

/** A name that another field of the same map already has, possibly in another spelling. */
export type TakenName<
  Name extends string,
  Earlier extends string,
  Kind extends string,
> = Name extends Earlier
  ? `the ${RoleIn<Kind>} ${Shortened<Name>} appears twice: rename or remove one of them`
  : `the ${RoleIn<Kind>}s ${Shortened<Earlier>} and ${Shortened<Name>} are the same name in a program: rename or remove one of them`;

type RoleIn<Kind> = Kind extends "(" ? "parameter" : "field";

/** A mistake where a type is expected. */
export type TypeMistake<Text extends string, Stack> = Stack extends [
  infer Kind extends string,
  unknown,
  unknown,
  unknown,
  infer Name extends string,
]
  ? Kind extends "{" | "("
    ? FieldTypeMistake<Text, Kind, Shortened<Name>>
    : Kind extends "|"
      ? BranchMistake<Text, OpenKind<Stack>>
      : Text extends `|${string}`
        ? NoBranchBefore
        : Text extends `]${string}`
          ? Kind extends "["
            ? "the list has no element type: write [:any], or name it as in [:string]"
            : WrongCloser<Text, Kind>
          : Text extends CloserFirst
            ? WrongCloser<Text, Kind>
            : Text extends `:${infer Rest}`
              ? ColonMistake<Rest>
              : Kind extends "type"
                ? Text extends ""
                  ? DefinitionMistake<Name, "">
                  : `the type ${Shortened<Name>} has no definition: write type ${Shortened<Name>} {id :int}, or any other type after the name`
                : Kind extends "["
                  ? Text extends "" | `->${string}`
                    ? StillOpen<Kind>
                    : OutlineMistake<Text, "", never>
                  : Text extends ""
                    ? "the output type is missing: write it after the arrow, such as -> :any"
                    : OutlineMistake<Text, "", never>
  : never;

/** The innermost open construct around the branches of a union. */
type OpenKind<Stack> = Stack extends ["|", infer Below, ...unknown[]]
  ? OpenKind<Below>
  : Stack extends [infer Kind extends string, ...unknown[]]
    ? Kind
    : never;

/** A mistake after the `|` of a union. */
type BranchMistake<Text extends string, Kind extends string> = Text extends `:${infer Rest}`
  ? ColonMistake<Rest>
  : Text extends `${NameStart}${string}`
    ? NoColon<Text>
    : Text extends `|${string}`
      ? NoBranchBefore
      : Text extends CloserFirst<CloserOf<Kind>>
        ? NoBranchAfter
        : Text extends CloserFirst
          ? WrongCloser<Text, Kind>
          : NoBranchAfter;

type NoBranchAfter = `a type is missing after the |: ${UnionForm}`;

type ColonMistake<Rest extends string> = Rest extends GapFirst
  ? TakeRun<SkipGap<Rest>>[0] extends ""
    ? NoTypeName
    : `a type name must directly follow its colon: write ${KnownTypeFor<TakeRun<SkipGap<Rest>>[0]>}`
  : NoTypeName;

type FieldTypeMistake<Text extends string, Kind extends string, Name extends string> =
  Text extends CloserFirst<CloserOf<Kind>>
    ? NoType<Name>
    : Text extends CloserFirst
      ? WrongCloser<Text, Kind>
      : Text extends "" | `${"," | "->"}${string}`
        ? NoType<Name>
        : Text extends `?${string}`
          ? `the ? belongs after the type of ${Name}: write ${Name} :any?, or a narrower type`
          : Text extends `:${infer Rest}`
            ? TakeRun<SkipGap<Rest>>[0] extends ""
              ? NoTypeName
              : `the colon belongs to the type of ${Name}: write ${Name} ${KnownTypeFor<TakeRun<SkipGap<Rest>>[0]>}`
            : Text extends OtherArrowFirst
              ? WrongArrow<Text>
              : Text extends `(${string}`
                ? Parentheses
                : TakeRun<Text>[0] extends ""
                  ? Text extends `|${string}`
                    ? NoBranchBefore
                    : Text extends QuoteFirst
                      ? `${Name} has no type: write it before the text, as in ${Name} :string "…"`
                      : Text extends `${infer First}${string}`
                        ? WrongName<First>
                        : never
                  : `a type starts with a colon: write ${Name} ${KnownTypeFor<TakeRun<Text>[0]>}`;

type NoType<Name extends string> = `${Name} has no type: write ${Name} :any, or a narrower type`;

export type UnknownType<Name extends string> = Name extends `${Capital}${string}`
  ? KnownTypeFor<Name> extends `one of ${string}`
    ? `unknown type :${Shortened<Name>}: define it before it is used, as in type ${Shortened<Name>} {id :int}, or write ${KnownTypeFor<Name>}`
    : PlainUnknownType<Name>
  : PlainUnknownType<Name>;

type PlainUnknownType<Name extends string> =
  `unknown type :${Shortened<Name>}: write ${KnownTypeFor<Name>}`;

/** A mistake inside an enum. */
export type EnumMistake<Text extends string> = Text extends ""
  ? "the #{ is still open: write }"
  : Text extends CloserFirst
    ? WrongCloser<Text, "{">
    : Text extends `${infer Quote extends '"' | "'"}${infer Rest}`
      ? TakeText<Rest, Quote> extends infer Mistake extends string
        ? Mistake
        : UnexpectedInEnum<Text>
      : UnexpectedInEnum<Text>;

type UnexpectedInEnum<Text extends string> =
  `unexpected ${Shown<Text>} in an enum: its values are words or texts, as in #{open "in progress"}`;

/** A mistake after a type. */
export type EndMistake<
  Text extends string,
  Ending extends string,
  Kind extends string,
> = Ending extends `:${infer Known}`
  ? TakeRun<Text>[0] extends ""
    ? BehindType<Text, Ending, Kind>
    : UnknownType<`${Known}${TakeRun<Text>[0]}`>
  : BehindType<Text, Ending, Kind>;

type BehindType<Text extends string, Ending, Kind extends string> = Text extends CloserFirst
  ? WrongCloser<Text, Kind>
  : Text extends `?${string}` | `|${string}`
    ? MarkMistake<Text, Ending>
    : Text extends QuoteFirst
      ? 'a description follows the type of a field: write it inside the braces, as in {count :int "how many"}'
      : Kind extends "->"
        ? OutputEndMistake<Text>
        : Text extends "" | `->${string}`
          ? StillOpen<Kind>
          : Kind extends "["
            ? "a list has one element type: close it with ]; a list of mixed elements is [:int|:string]"
            : Text extends OtherArrowFirst
              ? WrongArrow<Text>
              : Text extends `(${string}`
                ? Parentheses
                : Text extends `${":" | "[" | "{" | "#{"}${string}`
                  ? "a field has one type: write a comma and a name before the next field, or a union as :int|:string"
                  : TakeRun<Text>[0] extends ""
                    ? Unexpected<Text>
                    : `the comma before ${Shortened<TakeRun<Text>[0]>} is missing: write , ${Shortened<TakeRun<Text>[0]>}`;

type MarkMistake<Text extends string, Ending> = Text extends `?${string}`
  ? Ending extends "?" | "|"
    ? MarkedTwice
    : "the ? of an optional type must directly follow it: remove the space before it"
  : Text extends `|${infer Rest}`
    ? TakeRun<SkipGap<Rest>>[0] extends "nil"
      ? MarkedTwice
      : "only the last type of a union has a mark: write it as in :int|:string? or :int|:string|nil"
    : never;

type MarkedTwice =
  "the type is marked twice: T? may be missing or nil, T|nil may be nil: write one of them";

type OutputEndMistake<Text extends string> = Text extends `->${string}`
  ? "parameters before an arrow need parentheses: write them as in (query :string) ->"
  : Text extends OtherArrowFirst
    ? WrongArrow<Text>
    : Text extends `(${string}`
      ? Parentheses
      : `the signature is complete before ${Shown<Text>}: remove the rest, or put several values into a map {name :type}`;
