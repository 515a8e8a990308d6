// A symbol as data: what `'name` yields. It is a name that nothing in a program depends on; the
// language has it because quoted forms and `{:syms [a]}` do.

import { Keyword } from "./keyword.ts";

/** A quoted symbol such as `'status` or `'user/id`; `text` is its spelling. */
export class SymbolValue {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The part after the first slash, as of a keyword. */
  get name(): string {
    return new Keyword(this.text).name;
  }

  get namespace(): string | undefined {
    return new Keyword(this.text).namespace;
  }
}
