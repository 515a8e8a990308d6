// A regular expression as a value: its source text. Engines compile it where it is used (see the
// lisp package), so that a value carries no engine and can be printed, compared and encoded
// anywhere.

import { IdentityValue } from "./identity-value.ts";

/** `#"…"` or `(re-pattern "…")`; compared by identity, as in Clojure. */
export class RegexValue extends IdentityValue {
  readonly source: string;

  constructor(source: string) {
    super();
    this.source = source;
  }
}
