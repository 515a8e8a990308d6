/** A file that can't be used as a journal. `line` counts from 1, and is 0 for the file itself. */
export class JournalFileError extends Error {
  readonly path: string;
  readonly line: number;

  constructor(path: string, line: number, message: string) {
    super(`the journal ${path}${line === 0 ? "" : `, line ${String(line)}`}: ${message}`);
    this.name = "JournalFileError";
    this.path = path;
    this.line = line;
  }
}
