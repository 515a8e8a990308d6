// A position in the source of a regular expression, and the flags that apply there.

import { PatternError } from "./tree.ts";

/** `(?i)`, `(?s)` and similar flags. Each one applies until the end of its group. */
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
  /** True inside `\Q…\E`, where every character is literal. */
  isQuoting = false;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.position >= this.source.length;
  }

  /** True if `text` comes next. Doesn't take it. */
  sees(text: string): boolean {
    return this.source.startsWith(text, this.position);
  }

  /** Takes `text` if it comes next, and returns whether it did. */
  take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.position += text.length;
    return true;
  }

  /** Takes one character; returns `""` at the end. */
  next(): string {
    const code = this.source.codePointAt(this.position);
    if (code === undefined) return "";
    const character = String.fromCodePoint(code);
    this.position += character.length;
    return character;
  }

  /** Takes and returns the match of `pattern` (sticky) at this position. */
  takeMatch(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const text = pattern.exec(this.source)?.[0];
    if (text !== undefined) this.position += text.length;
    return text;
  }

  /** Skips white space and comments, which flag x allows between the parts. */
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
