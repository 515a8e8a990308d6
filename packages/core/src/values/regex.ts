// A regular expression as a value holds only its source text. The lisp package compiles it where it
// is used, so that the value can be printed, compared and encoded without an engine.

import { IdentityValue } from "./identity-value.ts";
import { inspected } from "./inspection.ts";

/** `#"…"` or `(re-pattern "…")`; compared by identity, as in Clojure. */
export class RegexValue extends IdentityValue {
  readonly source: string;

  constructor(source: string) {
    super();
    this.source = source;
  }

  /** @internal What a console shows. */
  [inspected](): unknown {
    return `#"${this.source}"`;
  }
}
