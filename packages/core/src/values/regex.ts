// A regular expression value. It contains only the source text; the lisp package compiles it when
// it is used. So the value can be printed, compared and encoded without a regex engine.

import { IdentityValue } from "./identity-value.ts";
import { inspected } from "./inspection.ts";

/** A `#"…"` or `(re-pattern "…")` value. Compared by identity, as in Clojure. */
export class RegexValue extends IdentityValue {
  readonly source: string;

  constructor(source: string) {
    super();
    this.source = source;
  }

  /** @internal Returns the form for consoles. */
  [inspected](): unknown {
    return `#"${this.source}"`;
  }
}
