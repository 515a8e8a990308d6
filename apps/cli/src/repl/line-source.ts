// Where the read-eval-print loop gets its lines: from a person at a terminal, or from a pipe.

export interface LineSource {
  /** The next line; `undefined` at the end. Throws UsageError for input that is no text. */
  next(prompt: string): Promise<string | undefined>;
  /** Discards what is typed and not yet sent, and shows the prompt again. */
  clear(prompt: string): void;
  close(): void;
}
