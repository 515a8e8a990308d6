// The type-level parser for constants, such as `"card"`, `true` and `-2.5`: takes one off the front
// of a text.

import type { NameStart, TakeRun } from "./characters.ts";

/** `[value, rest]`, the mistake in a number, or `undefined` if the text starts with no constant. */
export type TakeConstant<Text extends string> = Text extends `"${infer Rest}`
  ? TextConstant<TakeRun<Rest>, '"'>
  : Text extends `'${infer Rest}`
    ? TextConstant<TakeRun<Rest>, "'">
    : WordConstant<TakeRun<Text>>;

type TextConstant<
  Taken extends [string, string],
  Quote extends string,
> = Taken[1] extends `${Quote}${infer Rest}`
  ? Taken[0] extends "" | `-${string}`
    ? undefined
    : [Taken[0], Rest]
  : undefined;

type WordConstant<Taken extends [string, string]> = Taken[0] extends "true"
  ? [true, Taken[1]]
  : Taken[0] extends "false"
    ? [false, Taken[1]]
    : Taken[0] extends "" | `${NameStart}${string}`
      ? undefined
      : Taken[1] extends `.${infer Behind}`
        ? DecimalConstant<Taken[0], TakeRun<Behind>>
        : NumberConstant<Taken[0], Taken[1]>;

type DecimalConstant<Front extends string, Taken extends [string, string]> = Taken[0] extends
  "" | `-${string}`
  ? undefined
  : NumberConstant<`${Front}.${Taken[0]}`, Taken[1]>;

/** The compiler reads only numbers in their shortest form, as `String` writes them. */
type NumberConstant<
  Digits extends string,
  Rest extends string,
> = Digits extends `${string}${"e" | "E" | "x" | "X" | "o" | "O" | "b" | "B"}${string}`
  ? undefined
  : Digits extends `${infer Value extends number}`
    ? number extends Value
      ? `the number ${Digits} is not written in its shortest form: write it as in 1 or -2.5`
      : [Value, Rest]
    : undefined;
