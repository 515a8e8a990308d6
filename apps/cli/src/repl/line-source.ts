// Where the loop gets its lines: a person at a terminal, or a pipe.

export interface LineSource {
  /** The next line; `undefined` at the end. Throws UsageError for input that is no text. */
  next(prompt: string): Promise<string | undefined>;
  /** Throws away what is typed but not yet sent, and prompts again. */
  clear(prompt: string): void;
  close(): void;
}
