// The advice for programs with mistakes. Loads lazily: the first analysis runs without it, and is
// repeated with it if it finds mistakes.

export { advisedErrors } from "./habits/advised-errors.ts";
export { review } from "./habits/review.ts";

import { foreignAdvice, isForeignBinding } from "../catalog/foreign-names.ts";
import {
  specialFormDocuments,
  type SpecialFormDocument,
} from "../catalog/special-form-documents.ts";
import { unsupportedNames } from "../catalog/unsupported-names.ts";

export interface Advice {
  /** Clojure names that are deliberately absent, and what to do instead. */
  readonly unsupported: ReadonlyMap<string, string>;
  /** Returns what to write instead of a name from another language. */
  readonly foreign: (name: string, isCalled: boolean) => string | undefined;
  /** True if the name is a form that binds names in another language. */
  readonly isForeignBinding: (name: string) => boolean;
  /** True if the program defines the name anywhere. */
  readonly definedLater: (name: string) => boolean;
  /** The documents of the special forms, with how each is written. */
  readonly specialForms: ReadonlyMap<string, SpecialFormDocument>;
}

/** Returns the advice for a program that defines `names`. */
export function adviceFor(names: ReadonlySet<string>): Advice {
  return {
    unsupported: unsupportedNames,
    foreign: foreignAdvice,
    isForeignBinding,
    definedLater: (name) => names.has(name),
    specialForms: specialFormDocuments,
  };
}
