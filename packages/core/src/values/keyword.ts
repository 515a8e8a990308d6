// A keyword: a name that evaluates to itself. Two keywords are equal if their texts are equal.
// There is no process-wide table, so a program that creates a million of them leaks nothing. The
// reader and the analyzer share one instance per spelling within a program, so the identity check
// in `equals` usually succeeds first.

import { inspected } from "./inspection.ts";

/**
 * A PTC-Lisp keyword such as `:status` or `:user/id`. `text` is the spelling without the colon,
 * and may be any text, for example `Unit price`.
 */
export class Keyword {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The part after the first slash, `id` in `:user/id`, or the whole text if there is no slash. */
  get name(): string {
    const slash = slashOf(this.text);
    return slash < 0 ? this.text : this.text.slice(slash + 1);
  }

  /** The part before the first slash, `user` in `:user/id`, or `undefined` if there is no slash. */
  get namespace(): string | undefined {
    const slash = slashOf(this.text);
    return slash < 0 ? undefined : this.text.slice(0, slash);
  }

  /** @internal Returns the form for consoles. */
  [inspected](): unknown {
    return `:${this.text}`;
  }
}

/**
 * Returns the index of the first slash. A slash that is the whole name doesn't separate anything,
 * as on the JVM.
 */
function slashOf(text: string): number {
  return text === "/" ? -1 : text.indexOf("/");
}
