// A description of hostile data: a few words for up to hundreds of thousands of values, so that a
// finding can be shown and reproduced. The files beside this one write it as host values, as tagged
// JSON, and as program source.

export type Shape =
  | { readonly is: "scalar"; readonly name: ScalarName }
  /** 10^(digits - 1) + 7, created anew at each use. */
  | { readonly is: "integer"; readonly digits: number; readonly isNegative: boolean }
  | { readonly is: "text"; readonly piece: string; readonly times: number }
  /** Elements that are equal, or the same `NaN`, but distinct objects. */
  | { readonly is: "list" | "set" | "map"; readonly of: Shape; readonly times: number }
  /** `2 ** places` different vectors with the same hash. */
  | { readonly is: "colliding"; readonly as: "list" | "set" | "map"; readonly places: number }
  | { readonly is: "fields"; readonly name: string; readonly of: Shape; readonly times: number }
  | {
      readonly is: "nest";
      readonly as: "list" | "map" | "set";
      readonly of: Shape;
      readonly levels: number;
    }
  | { readonly is: "several"; readonly of: readonly Shape[] };

/** The source of each scalar in a program. */
export const scalars = {
  nil: "nil",
  yes: "true",
  zero: "0",
  negativeZero: "-0.0",
  nan: "##NaN",
  infinity: "##Inf",
  large: "1e308",
  small: "5e-324",
  half: "0.5",
  beyond: "9007199254740993",
  keyword: ":status",
  name: '"__proto__"',
  date: '#inst "2024-02-29"',
} as const;

export type ScalarName = keyof typeof scalars;

/** Returns the digits of an integer of a shape, without its sign. */
export function digitsText(digits: number): string {
  return digits <= 1 ? "7" : `1${"0".repeat(digits - 2)}7`;
}
