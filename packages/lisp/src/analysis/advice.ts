// What a program that is wrong can be advised. Loads lazily: the first analysis of a program goes
// without, and one that finds mistakes is made again with it.

import { foreignAdvice, isForeignBinding } from "../catalog/foreign-names.ts";
import {
  specialFormDocuments,
  type SpecialFormDocument,
} from "../catalog/special-form-documents.ts";
import { unsupportedNames } from "../catalog/unsupported-names.ts";

export interface Advice {
  /** Clojure that is deliberately absent, and what to do instead. */
  readonly unsupported: ReadonlyMap<string, string>;
  /** What to write instead of a name that another language has. */
  readonly foreign: (name: string, isCalled: boolean) => string | undefined;
  /** Whether that name is one of a form that binds names. */
  readonly isForeignBinding: (name: string) => boolean;
  /** Whether the program defines the name somewhere. */
  readonly definedLater: (name: string) => boolean;
  /** How special forms are written. */
  readonly specialForms: ReadonlyMap<string, SpecialFormDocument>;
}

/** The advice for a program that defines `names`. */
export function adviceFor(names: ReadonlySet<string>): Advice {
  return {
    unsupported: unsupportedNames,
    foreign: foreignAdvice,
    isForeignBinding,
    definedLater: (name) => names.has(name),
    specialForms: specialFormDocuments,
  };
}
