// What a program that is wrong can be advised. Loaded on need: the first analysis of a program goes
// without, and one that finds mistakes is made again with it.

import {
  specialFormDocuments,
  type SpecialFormDocument,
} from "../catalog/special-form-documents.ts";
import { unsupportedNames } from "../catalog/unsupported-names.ts";

export interface Advice {
  /** Clojure that is deliberately absent, and what to do instead. */
  readonly unsupported: ReadonlyMap<string, string>;
  /** How special forms are written. */
  readonly specialForms: ReadonlyMap<string, SpecialFormDocument>;
}

export const advice: Advice = { unsupported: unsupportedNames, specialForms: specialFormDocuments };
