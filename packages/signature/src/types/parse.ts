// Parses the literal text of a signature in the type checker. `syntax/signature.ohm` defines the
// syntax. The parser is a stack machine. Its states are types, and each ends in the next state,
// because the compiler follows 1,000 types in such a chain but only 100 nested ones.
//
//   SignatureAt ─ ( ─> FieldAt ─ name ─> TypeAt ─ the name of a type, or a closing bracket ─> Mark ─> Ended
//   FieldAt <─ , ─ Ended       ArrowAt <─ ) ─ Ended       TypeAt <─ [ or the arrow
//
// An opening bracket pushes a frame that says what `Ended` has to do. A closing bracket pops the
// frame and ends a type itself. Each state has the remaining text, the frames around it, and the
// types defined so far.

import type {
  Capital,
  FirstOf,
  GapFirst,
  HostFieldName,
  NameStart,
  SkipGap,
  TakeRun,
  TakeText,
} from "./characters.ts";
import type { TakeConstant } from "./constants.ts";
import type { TakeEnum } from "./enums.ts";
import type { FileInfo } from "./file-info.ts";
import type {
  DefinitionMistake,
  EndMistake,
  FieldMistake,
  OutlineMistake,
  TakenName,
  TypeMistake,
  UnknownType,
} from "./mistakes.ts";

/** The content of a signature, as TypeScript types. */
export interface Parsed<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** `Parsed`, or the mistake: a text that says what is wrong and what to write instead. */
export type Parse<Text extends string> = SignatureAt<Text, object>;

/**
 * An open construct: `{` or `(` with the fields so far, their names and the name of the current
 * field; `[`; `type` with the name that it defines; `->` with the parameters; `|` with the union of
 * the branches so far in place of fields. It is always the same kind of tuple, because
 * destructuring that is cheap.
 */
type Frame<Kind extends string, Below, Fields, Names, Name extends string> = [
  kind: Kind,
  below: Below,
  fields: Fields,
  names: Names,
  name: Name,
];
type OutputFrame<Fields> = Frame<"->", never, Fields, never, "">;
type TypeFirst = `${":" | "[" | "{" | "#{"}${string}`;

type SignatureAt<Text extends string, Types> = Text extends `(${infer Rest}`
  ? FieldAt<Rest, "(", never, unknown, never, Types>
  : Text extends TypeFirst
    ? TypeAt<Text, OutputFrame<unknown>, Types>
    : Text extends `->${infer Rest}`
      ? TypeAt<Rest, OutputFrame<unknown>, Types>
      : Text extends `type${infer Rest}`
        ? Rest extends GapFirst
          ? DefinitionAt<TakeRun<SkipGap<Rest>>, Types>
          : OutlineMistake<Text, "", keyof Types>
        : Text extends GapFirst
          ? SignatureAt<SkipGap<Text>, Types>
          : TakeConstant<Text> extends infer Taken extends readonly unknown[] | string
            ? ConstantAt<Taken, Text, OutputFrame<unknown>, Types>
            : OutlineMistake<Text, "", keyof Types>;

type DefinitionAt<Taken extends [string, string], Types> =
  FirstOf<Taken[0]> extends Capital
    ? Taken[0] extends keyof Types
      ? `the type ${Taken[0]} is defined twice: rename or remove one of them`
      : TypeAt<Taken[1], Frame<"type", never, never, never, Taken[0]>, Types>
    : DefinitionMistake<Taken[0], Taken[1]>;

type ArrowAt<Text extends string, Fields, Types> = Text extends ` -> ${infer Rest}`
  ? TypeAt<Rest, OutputFrame<Fields>, Types>
  : Text extends `->${infer Rest}`
    ? TypeAt<Rest, OutputFrame<Fields>, Types>
    : Text extends GapFirst
      ? ArrowAt<SkipGap<Text>, Fields, Types>
      : OutlineMistake<Text, ")", never>;

/** The state after an opening bracket or a comma. */
type FieldAt<
  Text extends string,
  Kind extends string,
  Below,
  Fields,
  Names,
  Types,
> = Text extends ` ${infer Rest}`
  ? FieldAt<Rest, Kind, Below, Fields, Names, Types>
  : TakeRun<Text> extends [infer Name extends string, infer Rest extends string]
    ? Name extends ""
      ? NoFieldAt<Text, Kind, Below, Fields, Names, Types>
      : FirstOf<Name> extends NameStart
        ? HostFieldName<Name> extends Names
          ? TakenName<Name, EarlierName<keyof Fields, HostFieldName<Name>>, Kind>
          : TypeAt<Rest, Frame<Kind, Below, Fields, Names | HostFieldName<Name>, Name>, Types>
        : FieldMistake<Text, Kind>
    : never;

type NoFieldAt<
  Text extends string,
  Kind extends string,
  Below,
  Fields,
  Names,
  Types,
> = Text extends `}${string}` | `)${string}`
  ? ClosedAt<Text, Kind, Below, Fields, Types>
  : Text extends GapFirst
    ? FieldAt<SkipGap<Text>, Kind, Below, Fields, Names, Types>
    : FieldMistake<Text, Kind>;

type EarlierName<Names, Spelling> = Names extends infer Name extends string
  ? HostFieldName<Name> extends Spelling
    ? Name
    : never
  : never;

type ClosedAt<
  Text extends string,
  Kind extends string,
  Below,
  Fields,
  Types,
> = Text extends `}${infer Rest}`
  ? Kind extends "{"
    ? Mark<Rest, Plain<Fields>, "}", Below, Types>
    : FieldMistake<Text, Kind>
  : Text extends `)${infer Rest}`
    ? Kind extends "("
      ? ArrowAt<Rest, Fields, Types>
      : FieldMistake<Text, Kind>
    : never;

type TypeAt<Text extends string, Stack, Types> = Text extends ` ${infer Rest}`
  ? TypeAt<Rest, Stack, Types>
  : Text extends `:${infer Rest}`
    ? NamedAt<Rest, Stack, Types>
    : Text extends `[${infer Rest}`
      ? TypeAt<Rest, Frame<"[", Stack, never, never, "">, Types>
      : Text extends `{${infer Rest}`
        ? FieldAt<Rest, "{", Stack, unknown, never, Types>
        : Text extends `#{${infer Rest}`
          ? EnumAt<TakeEnum<Rest>, Stack, Types>
          : Text extends GapFirst
            ? TypeAt<SkipGap<Text>, Stack, Types>
            : ConstantAt<TakeConstant<Text>, Text, Stack, Types>;

type ConstantAt<Taken, Text extends string, Stack, Types> = Taken extends [
  infer Value,
  infer Rest extends string,
]
  ? Mark<Rest, Value, "}", Stack, Types>
  : Taken extends string
    ? Taken
    : TypeMistake<Text, Stack>;

/**
 * Takes a known name off the front. If the text has a longer name that starts with it, `Ended`
 * finds the mistake.
 */
type NamedAt<Text extends string, Stack, Types> = Text extends `string${infer Rest}`
  ? Mark<Rest, string, ":string", Stack, Types>
  : Text extends `int${infer Rest}`
    ? Mark<Rest, number, ":int", Stack, Types>
    : Text extends `float${infer Rest}`
      ? Mark<Rest, number, ":float", Stack, Types>
      : Text extends `bool${infer Rest}`
        ? Mark<Rest, boolean, ":bool", Stack, Types>
        : Text extends `any${infer Rest}`
          ? Mark<Rest, unknown, ":any", Stack, Types>
          : Text extends `map${infer Rest}`
            ? Mark<Rest, Record<string, unknown>, ":map", Stack, Types>
            : Text extends `keyword${infer Rest}`
              ? Mark<Rest, string, ":keyword", Stack, Types>
              : Text extends `datetime${infer Rest}`
                ? Mark<Rest, Date, ":datetime", Stack, Types>
                : Text extends `file${infer Rest}`
                  ? Mark<Rest, FileInfo, ":file", Stack, Types>
                  : TakeRun<Text> extends [infer Name extends string, infer Rest extends string]
                    ? Name extends keyof Types
                      ? Mark<Rest, Types[Name], ":", Stack, Types>
                      : FirstOf<Name> extends NameStart
                        ? UnknownType<Name>
                        : TypeMistake<`:${Text}`, Stack>
                    : never;

type EnumAt<Taken, Stack, Types> = Taken extends [infer Values, infer Rest extends string]
  ? Mark<Rest, Values, "}", Stack, Types>
  : Taken;

/**
 * Takes the mark `?` after a type, if present. `Ending` says how the type ended. After its name
 * with the colon, or its closing bracket, a mark may follow; after `?` or `|`, none may.
 */
type Mark<
  Text extends string,
  Type,
  Ending extends string,
  Stack,
  Types,
> = Text extends `?${infer Rest}`
  ? Ended<Rest, Type, "?", Stack, Types>
  : Ended<Text, Type, Ending, Stack, Types>;

/** The state after a type. The open construct decides which tokens may follow. */
type Ended<Text extends string, Type, Ending extends string, Stack, Types> = Stack extends [
  infer Kind extends string,
  infer Below,
  infer Fields,
  infer Names,
  infer Name extends string,
]
  ? Kind extends "{" | "("
    ? Text extends `,${infer Rest}`
      ? FieldAt<Rest, Kind, Below, Fields & Field<Name, Type, Ending, Kind>, Names, Types>
      : Text extends `}${string}` | `)${string}`
        ? ClosedAt<Text, Kind, Below, Fields & Field<Name, Type, Ending, Kind>, Types>
        : AfterEndedType<Text, Type, Ending, Stack, Kind, Types>
    : Kind extends "["
      ? Text extends `]${infer Rest}`
        ? Mark<Rest, Element<Type, Ending>[], "]", Below, Types>
        : AfterEndedType<Text, Type, Ending, Stack, Kind, Types>
      : Kind extends "|"
        ? Ended<Text, Fields | Type, Ending, Below, Types>
        : Text extends ""
          ? Kind extends "->"
            ? Parsed<Plain<Fields>, Element<Type, Ending>>
            : OutlineMistake<"", "definition", Name>
          : AfterEndedType<Text, Type, Ending, Stack, Kind, Types>
  : never;

type AfterEndedType<
  Text extends string,
  Type,
  Ending extends string,
  Stack,
  Kind extends string,
  Types,
> = Text extends GapFirst
  ? Ended<
      SkipGap<Text>,
      Type,
      Ending extends "?" ? "?" : Ending extends "|" ? "|" : "gap",
      Stack,
      Types
    >
  : Text extends `|${infer Rest}`
    ? Ending extends "?" | "|"
      ? EndMistake<Text, Ending, Kind>
      : BranchAt<SkipGap<Rest>, Type, Stack, Types>
    : Kind extends "[" | "->"
      ? EndMistake<Text, Ending, Kind>
      : Text extends `${infer Quote extends '"' | "'"}${infer Rest}`
        ? DescribedAt<TakeText<Rest, Quote>, Type, Ending, Stack, Types>
        : Kind extends "type"
          ? DefinedAt<Text, Type, Ending, Stack, Types>
          : EndMistake<Text, Ending, Kind>;

/** The state after a `|`: nil, which ends the type, or the next branch of a union. */
type BranchAt<Text extends string, Type, Stack, Types> =
  TakeRun<Text> extends ["nil", infer Rest extends string]
    ? Ended<Rest, Type | null, "|", Stack, Types>
    : TypeAt<Text, Frame<"|", Stack, Type, never, "">, Types>;

type DescribedAt<Taken, Type, Ending extends string, Stack, Types> = Taken extends [
  string,
  infer Rest extends string,
]
  ? SkipGap<Rest> extends `${'"' | "'"}${string}`
    ? "a field can have only one description: put both into one text"
    : Ended<SkipGap<Rest>, Type, Ending extends "?" ? "?" : "|", Stack, Types>
  : Taken;

type DefinedAt<Text extends string, Type, Ending extends string, Stack, Types> = Stack extends [
  string,
  unknown,
  unknown,
  unknown,
  infer Name extends string,
]
  ? Text extends `,${infer Rest}`
    ? SignatureAt<Rest, Types & { [Key in Name]: Element<Type, Ending> }>
    : Text extends `?${string}`
      ? EndMistake<Text, Ending, "type">
      : Ending extends `:${string}`
        ? TakeRun<Text>[0] extends ""
          ? SignatureAt<Text, Types & { [Key in Name]: Element<Type, Ending> }>
          : EndMistake<Text, Ending, "type">
        : SignatureAt<Text, Types & { [Key in Name]: Element<Type, Ending> }>
  : never;

/** A type with its mark, except for the type of a field. */
type Element<Type, Ending> = Ending extends "?" ? Type | null : Type;

type Field<Name extends string, Type, Ending, Kind> = Ending extends "?"
  ? Kind extends "("
    ? { [Key in Name]?: Type | null | undefined }
    : { [Key in Name]?: Type | null }
  : { [Key in Name]: Type };

/**
 * One object type instead of an intersection. It is a conditional type, because an editor would
 * show a plain alias by its name.
 */
type Plain<Fields> = Fields extends infer All ? { [Key in keyof All]: All[Key] } : never;
