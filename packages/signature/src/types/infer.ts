// Infers the types of a signature that is written as a literal: its input, its output and its
// mistakes. `parseSignature` gives the same results at run time.

import type { Character, FiveCharacters, IsLiteral } from "./characters.ts";
import type { Parse, Parsed } from "./parse.ts";

/**
 * The type of a signature's output: `Infer<"() -> {count :int, ids [:int]}">` is
 * `{ count: number; ids: number[] }`. The types correspond like this:
 *
 * - `:int` and `:float` to `number`, `:string` and `:keyword` to `string`, `:bool` to `boolean`
 * - `:datetime` to `Date`, `:file` to the fields that describe a file
 * - `:any` to `unknown`, `:map` to `Record<string, unknown>`
 * - an enum to the union of its texts, or to `string` if one contains a `\u0041`
 *
 * A field marked `?` may be missing or null; any other type marked `?` or `|nil` may be null. The
 * result is `unknown` for a text that isn't a literal, is longer than 600 characters, or is
 * malformed.
 */
export type Infer<Text extends string> =
  ParseReadable<Text> extends Parsed<unknown, infer Output> ? Output : unknown;

/**
 * The parameters of a signature as one object:
 * `InferInput<"(query :string, limit :int?) -> :any">` is
 * `{ query: string; limit?: number | null | undefined }`. Without parameters it is `{}`. It is
 * `unknown` whenever `Infer` is.
 */
export type InferInput<Text extends string> =
  ParseReadable<Text> extends Parsed<infer Input, unknown> ? Input : unknown;

/**
 * The text itself if it is a signature. Otherwise the mistake, which the compiler then shows:
 * "Argument of type … is not assignable to parameter of type "unknown type :list: write [:any],
 * …"". Declare a parameter that accepts signatures as
 * `function f<const Text extends string>(text: CheckedSignature<Text>)`.
 *
 * Texts that `Infer` can't read are accepted, and so are types nested more than 100 levels deep:
 * `parseSignature` checks them at run time.
 */
export type CheckedSignature<Text extends string> =
  ParseReadable<Text> extends infer Mistake extends string ? Mistake : Text;

/** `unknown` for a text that is not read. The members of a union are read one by one. */
type ParseReadable<Text extends string> = Text extends unknown
  ? IsLiteral<Text> extends false
    ? unknown
    : Text extends TooLong
      ? unknown
      : Parse<Text>
  : never;

type Chars25 =
  `${FiveCharacters}${FiveCharacters}${FiveCharacters}${FiveCharacters}${FiveCharacters}`;
type Chars100 = `${Chars25}${Chars25}${Chars25}${Chars25}`;
/** A text of 601 characters or more. */
type TooLong =
  `${Chars100}${Chars100}${Chars100}${Chars100}${Chars100}${Chars100}${Character}${string}`;
