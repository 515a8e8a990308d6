// How values reach a check. A check of host values takes the types of TypeScript: `:int` is a
// number, `:datetime` a `Date`. Values that cross as JSON, or that only programs see, allow more.

/** The forms that a check takes besides those of the TypeScript types. */
export interface Crossing {
  /** True if a bigint is an `:int` and a `:float`, because no TypeScript code gets the value. */
  readonly takesBigints?: boolean;
  /**
   * What happens to a text with a time and its offset, where `:datetime` is expected. `read`: the
   * value is a `Date`, without a warning, as in JSON from a model. `kept`: the text is the value,
   * and keeps its offset and its digits; the receiver also writes instants as text, so a `:string`
   * takes them.
   */
  readonly timeTexts?: "read" | "kept";
  /** True if a misspelled name of a field inside the value is refused: `limt` for `limit`. */
  readonly refusesMisspelled?: boolean;
}
