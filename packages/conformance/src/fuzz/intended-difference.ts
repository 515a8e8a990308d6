// The shape of a kept difference, and the rules that several of them refer to.

export interface IntendedDifference {
  readonly name: string;
  /**
   * The basis of the difference: an entry in the original library's list of differences, or a rule
   * of the reference.
   */
  readonly authority: string;
  /** Clojure source of the function that replaces the name. */
  readonly definition: string;
  /** True for a macro: the function takes the value of its form, instead of replacing the name. */
  readonly takesValue?: boolean;
  /** True for a difference of maps of fields, which only programs with host data have. */
  readonly ofHostData?: boolean;
  /** The host that it applies to; both if absent. */
  readonly host?: "nbb" | "clojure";
}

export const coercions = "ClojureScript's silent coercions are errors here, as on the JVM";
export const exact = "integers are exact where ClojureScript rounds them";
export const sequencesAreLists = "peek and pop of a sequence are those of a list";
export const printsElements = "a sequence shows its elements in a text";
export const quantities =
  "reference: nil is no number; two texts compare as they sort, and ##NaN has a place";
export const checkedAtOnce =
  "parity: a collection and a key are checked at once, also if nothing reads them";
export const order = "maps of more than eight entries keep their order";
export const anyPair = "parity: any pair is an entry";
export const wholeDecimals = "a whole decimal is an integer";
export const bounds = "DIV-22, DIV-26: positions out of bounds are nil or cut";
export const characters = "DIV-40, DIV-41: a character is a string of one character";
