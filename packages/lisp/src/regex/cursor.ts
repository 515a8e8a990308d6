// A place in the source of a regular expression, and the flags in force there.

import { PatternError } from "./tree.ts";

/** `(?i)`, `(?s)`…: each holds to the end of its group. */
export interface PatternFlags {
  readonly ignoreCase: boolean;
  readonly everyScript: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
  readonly comments: boolean;
  readonly unixLines: boolean;
}

const noFlags: PatternFlags = {
  ignoreCase: false,
  everyScript: false,
  dotAll: false,
  multiline: false,
  comments: false,
  unixLines: false,
};

export class PatternCursor {
  readonly source: string;
  position = 0;
  flags: PatternFlags = noFlags;
  /** Inside `\Q…\E` everything stands for itself. */
  isQuoting = false;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.position >= this.source.length;
  }

  /** Whether `text` comes next; it is not taken. */
  sees(text: string): boolean {
    return this.source.startsWith(text, this.position);
  }

  /** Takes `text` if it comes next. */
  take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.position += text.length;
    return true;
  }

  /** Takes one character; `""` at the end. */
  next(): string {
    const code = this.source.codePointAt(this.position);
    if (code === undefined) return "";
    const character = String.fromCodePoint(code);
    this.position += character.length;
    return character;
  }

  /** Takes what `pattern` (sticky) matches here. */
  takeMatch(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const text = pattern.exec(this.source)?.[0];
    if (text !== undefined) this.position += text.length;
    return text;
  }

  /** White space and comments, which the flag x allows between the parts. */
  skipComments(): void {
    if (!this.flags.comments || this.isQuoting) return;
    while (this.takeMatch(/[\t-\r ]+|#[^\n]*/y) !== undefined);
  }

  wrong(message: string, at = this.position): PatternError {
    return new PatternError(
      "argument_error",
      `${message} (character ${String(at + 1)} of the pattern)`,
    );
  }
}
