// A symbol as data: the result of `'name`. It is a name that doesn't refer to anything. The
// language has symbols because quoted forms and `{:syms [a]}` need them.

import { inspected } from "./inspection.ts";
import { Keyword } from "./keyword.ts";

/** A quoted symbol such as `'status` or `'user/id`; `text` is its spelling. */
export class SymbolValue {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The part after the first slash; see `Keyword`. */
  get name(): string {
    return new Keyword(this.text).name;
  }

  get namespace(): string | undefined {
    return new Keyword(this.text).namespace;
  }

  /** @internal Returns the form for consoles. */
  [inspected](): unknown {
    return this.text;
  }
}
