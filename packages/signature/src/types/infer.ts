// What the TypeScript compiler knows about a signature that is written as a literal: its input, its
// output, its mistakes. `parseSignature` gives the same answers at run time.

import type { Character, FiveCharacters, IsLiteral } from "./characters.ts";
import type { Parse, Parsed } from "./parse.ts";

/**
 * The value that a signature promises: `Infer<"() -> {count :int, ids [:int]}">` is `{ count:
 * number; ids: number[] }`. `:int`, `:float` are `number`; `:string`, `:keyword` `string`; `:bool`
 * `boolean`; `:datetime` `Date`; `:file` the fields that tell of a file; `:any` `unknown`; `:map`
 * `Record<string, unknown>`; an enum the union of its texts, or `string` when one holds a `\u0041`.
 * A field marked `?` may be missing or null; any other type marked `?` or `|nil` may be null.
 *
 * `unknown` for a text that is no literal, is longer than 600 characters, or is malformed.
 */
export type Infer<Text extends string> =
  ParseReadable<Text> extends Parsed<unknown, infer Output> ? Output : unknown;

/**
 * The parameters of a signature as one object: `InferInput<"(query :string, limit :int?) -> :any">`
 * is `{ query: string; limit?: number | null | undefined }`. Without parameters `{}`; `unknown`
 * where `Infer` is.
 */
export type InferInput<Text extends string> =
  ParseReadable<Text> extends Parsed<infer Input, unknown> ? Input : unknown;

/**
 * The text itself where it is a signature; else the mistake, which the compiler then shows:
 * "Argument of type … is not assignable to parameter of type "unknown type :list: write [:any],
 * …"". Declare a parameter that takes signatures as `function f<const Text extends string>(text:
 * CheckedSignature<Text>)`.
 *
 * What `Infer` cannot read is accepted, and so are types nested more than 100 levels deep:
 * `parseSignature` decides.
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
