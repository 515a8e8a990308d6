// A journal in a file, for missions that outlive their process. Each change is appended as a line,
// and is on the disk before the mission continues. A line that a crash cut short is dropped. Damage
// anywhere else is an error, and the file stays unchanged.

import { FileUseError, LockedFile } from "@ptc/core/internal/node";
import { recordOf } from "@ptc/core/internal/values";
import type { JournalChange } from "@ptc/lisp";
import { journalEntry } from "../journal/journal-entry.ts";
import { knownOptions, wholeNumber } from "../options/option-checks.ts";
import { JournalFileError } from "./journal-file-error.ts";
import { changeLine, headerLine } from "../journal/journal-lines.ts";
import { readJournalFile } from "./journal-reading.ts";

const usualBytes = 256_000_000;

/** The options of `openJournalFile`. */
export interface JournalFileOptions {
  /** The maximum size of the file in bytes. Default 256 million. */
  readonly maximumBytes?: number;
}

/**
 * Opens the journal at `path` exclusively for this process. Creates the file if it doesn't exist.
 * @throws JournalFileError; OptionError; errors of the file system
 */
export async function openJournalFile(
  path: string,
  options: JournalFileOptions = {},
): Promise<JournalFile> {
  knownOptions(options, ["maximumBytes"]);
  const maximumBytes = wholeNumber("maximumBytes", options.maximumBytes ?? usualBytes, 1);
  const file = await lockedFile(path);
  try {
    if (Math.max(file.size, headerLine.length) > maximumBytes) throw tooLong(path, maximumBytes);
    return new JournalFile(path, maximumBytes, file, await readJournalFile(file, path));
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function lockedFile(path: string): Promise<LockedFile> {
  try {
    return await LockedFile.open(path);
  } catch (error) {
    throw error instanceof FileUseError ? new JournalFileError(path, 0, error.message) : error;
  }
}

function tooLong(path: string, maximumBytes: number): JournalFileError {
  const text = `it is longer than ${String(maximumBytes)} bytes (option maximumBytes)`;
  return new JournalFileError(path, 0, text);
}

/** A journal in a file that one process writes. Created by `openJournalFile`. */
export class JournalFile {
  readonly path: string;
  private readonly maximumBytes: number;
  private readonly file: LockedFile;
  private readonly entries: Map<string, unknown>;
  private last: Promise<void> = Promise.resolve();
  private closing: Promise<void> | undefined = undefined;

  /** Use `openJournalFile` instead. */
  constructor(path: string, maximumBytes: number, file: LockedFile, entries: Map<string, unknown>) {
    this.path = path;
    this.maximumBytes = maximumBytes;
    this.file = file;
    this.entries = entries;
  }

  /** The entries as stored in the file. Pass them as the option `journal` of a run. */
  get journal(): Readonly<Record<string, unknown>> {
    return recordOf(this.entries);
  }

  /**
   * The option `onJournal` of a run. Resolves when the change is on the disk. If a change can't be
   * written, the file stays unchanged.
   */
  readonly onJournal = async (change: JournalChange): Promise<void> => {
    const line = changeLine(change);
    if (this.closing !== undefined) throw new JournalFileError(this.path, 0, "it is closed");
    const written = this.last.then(async () => {
      await this.append(Buffer.from(line, "utf8"));
      if ("entry" in change) this.entries.set(change.id, change.entry);
      else this.entries.delete(change.id);
    });
    this.last = written.catch(() => undefined);
    await written;
  };

  /**
   * Writes an entry of the application. The value may be anything that is allowed in a context.
   * @throws OptionError for a value that can't be stored
   */
  async write(id: string, value: unknown): Promise<void> {
    await this.onJournal({ id, entry: journalEntry(id, value)[id] });
  }

  async remove(id: string): Promise<void> {
    await this.onJournal({ id, removed: true });
  }

  /**
   * Closes the file after all changes are written, and releases its lock. You may call it twice.
   */
  close(): Promise<void> {
    this.closing ??= this.last.then(() => this.file.close());
    return this.closing;
  }

  /** Like `close`, for `await using journal = await openJournalFile(path)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async append(bytes: Buffer): Promise<void> {
    if (this.file.size + bytes.length > this.maximumBytes)
      throw tooLong(this.path, this.maximumBytes);
    await this.file.append(bytes);
  }
}
