// The properties of data that a compiled program relies on, as JSON.

import type { IgnoredDifference } from "./compared-texts.ts";

/** The kind of a value, as far as a program can distinguish it. */
export type DataKind = "nil" | "boolean" | "number" | "text" | "list" | "map" | "other";

/** The shape of the samples at one position, as JSON. */
export interface DataShape {
  readonly kinds: readonly DataKind[];
  /** For maps: the mentioned fields, and whether every map had them. */
  readonly fields?: readonly (readonly [name: string, shape: DataShape, isAlways: boolean])[];
  /** For lists: the shape of the elements. */
  readonly items?: DataShape;
  /** The possible texts, if the program compares the field with texts, and there are few. */
  readonly texts?: readonly string[];
  /**
   * If there are many texts: those that the program compares with, and similar ones of the samples.
   * Other texts that are similar to these are new.
   */
  readonly spellings?: readonly string[];
  /** For the context as a whole: the results of tools, of which only the texts are compared. */
  readonly tools?: readonly (readonly [name: string, shape: DataShape])[];
  /** The differences between texts that the program ignores. */
  readonly ignores?: readonly IgnoredDifference[];
}
