// The type-level parser for the values of an enum, `#{open "in progress"}`: takes them off the
// front of a text, up to the closing brace.

import type { GapFirst, IsLiteral, SkipGap, TakeRun, TakeText } from "./characters.ts";
import type { EnumMistake } from "./mistakes.ts";

/**
 * `[values, rest]` for the text after an opening `#{`, or the mistake in it. `Apart` is true at
 * the first value, and after a separator.
 */
export type TakeEnum<
  Text extends string,
  Values = never,
  Apart extends boolean = true,
> = Text extends `,${infer Rest}`
  ? TakeEnum<Rest, Values>
  : Text extends GapFirst
    ? TakeEnum<SkipGap<Text>, Values>
    : Text extends `}${infer Rest}`
      ? [Values] extends [never]
        ? "the enum has no values: write them as in #{open closed}, or :string for any text"
        : [Values, Rest]
      : Apart extends false
        ? EnumMistake<Text>
        : Text extends `${infer Quote extends '"' | "'"}${infer Rest}`
          ? EnumValue<TakeText<Rest, Quote>, Values, Text>
          : Text extends `:${infer Rest}`
            ? EnumValue<TakeWord<Rest>, Values, Text>
            : EnumValue<TakeWord<Text>, Values, Text>;

type TakeWord<Text extends string> = Text extends `-${string}` ? ["", Text] : TakeRun<Text>;

/** A text with a `\u0041` has the type string for the compiler, and so has the whole enum. */
type EnumValue<Taken, Values, Text extends string> = Taken extends [
  infer Value extends string,
  infer Rest extends string,
]
  ? Value extends ""
    ? Text extends `""${string}` | `''${string}`
      ? AddedValue<Value, Rest, Values>
      : EnumMistake<Text>
    : AddedValue<Value, Rest, Values>
  : Taken;

type AddedValue<Value extends string, Rest extends string, Values> = string extends Values
  ? TakeEnum<Rest, string, false>
  : IsLiteral<Value> extends false
    ? TakeEnum<Rest, string, false>
    : Value extends Values
      ? "a value of the enum appears twice: remove one of them"
      : TakeEnum<Rest, Values | Value, false>;
