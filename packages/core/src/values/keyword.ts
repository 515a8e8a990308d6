// A keyword: a name that stands for itself. Two keywords are equal when their text is equal; there
// is no process-wide table, so a program that makes a million of them leaks nothing. The reader and
// the analyser share one instance per spelling within a program, which makes the identity check in
// `equals` hit first.

import { inspected } from "./inspection.ts";

/**
 * A PTC-Lisp keyword such as `:status` or `:user/id`; `text` is the spelling without the colon. It
 * may be any text, `Unit price` as well.
 */
export class Keyword {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The part after the first slash, `id` in `:user/id`; the whole text when there is no slash. */
  get name(): string {
    const slash = slashOf(this.text);
    return slash < 0 ? this.text : this.text.slice(slash + 1);
  }

  /** The part before the first slash, `user` in `:user/id`; `undefined` when there is no slash. */
  get namespace(): string | undefined {
    const slash = slashOf(this.text);
    return slash < 0 ? undefined : this.text.slice(0, slash);
  }

  /** @internal What a console shows. */
  [inspected](): unknown {
    return `:${this.text}`;
  }
}

/** A slash that is the whole name divides nothing, as on the JVM. */
function slashOf(text: string): number {
  return text === "/" ? -1 : text.indexOf("/");
}
