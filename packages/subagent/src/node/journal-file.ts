// A journal in a file, for missions that outlive their process. Each change is appended as a line,
// and is on the disk before the mission continues. A line that a crash cut short is dropped. Damage
// anywhere else is an error, and the file stays unchanged.

import { mkdir, open, realpath, type FileHandle } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { recordOf } from "@ptc/core/internal/values";
import type { JournalChange } from "@ptc/lisp";
import { journalEntry } from "../journal/journal-entry.ts";
import { knownOptions, wholeNumber } from "../options/option-checks.ts";
import { FileLock } from "./file-lock.ts";
import { JournalFileError } from "./journal-file-error.ts";
import { changeLine, headerLine } from "./journal-lines.ts";
import { readJournalFile, type ReadJournal } from "./journal-reading.ts";

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
  const made = await mkdir(dirname(resolve(path)), { recursive: true });
  const handle = await open(path, "a+", 0o600);
  let lock: FileLock | undefined;
  try {
    if (!(await handle.stat()).isFile()) throw new JournalFileError(path, 0, "it is not a file");
    // A file has one lock, no matter which links lead to it.
    lock = lockOf(await realpath(path), path);
    const { size } = await handle.stat();
    if (Math.max(size, headerLine.length) > maximumBytes) throw tooLong(path, maximumBytes);
    const read = await readJournalFile(handle, path);
    if (size === 0) await keepName(resolve(path), made);
    return new JournalFile(path, maximumBytes, handle, lock, read);
  } catch (error) {
    await handle.close();
    lock?.release();
    throw error;
  }
}

function lockOf(file: string, path: string): FileLock {
  try {
    return FileLock.take(file);
  } catch (error) {
    throw new JournalFileError(path, 0, error instanceof Error ? error.message : String(error));
  }
}

/** Flushes the name of a new file to the disk, and the names of the folders created for it. */
async function keepName(path: string, firstMade: string | undefined): Promise<void> {
  const last = dirname(firstMade ?? path);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    try {
      const handle = await open(folder, "r");
      await handle.sync().finally(() => handle.close());
    } catch {
      // Windows can't open folders, and some file systems can't flush them.
    }
    if (folder === last || folder === dirname(folder)) return;
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
  private readonly handle: FileHandle;
  private readonly lock: FileLock;
  private readonly entries: Map<string, unknown>;
  private size: number;
  private last: Promise<void> = Promise.resolve();
  private failure: Error | undefined = undefined;
  private closing: Promise<void> | undefined = undefined;

  /** Use `openJournalFile` instead. */
  constructor(
    path: string,
    maximumBytes: number,
    handle: FileHandle,
    lock: FileLock,
    { entries, size }: ReadJournal,
  ) {
    this.path = path;
    this.maximumBytes = maximumBytes;
    this.handle = handle;
    this.lock = lock;
    this.entries = entries;
    this.size = size;
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
    this.closing ??= this.last
      .then(() => this.handle.close())
      .finally(() => {
        this.lock.release();
      });
    return this.closing;
  }

  /** Like `close`, for `await using journal = await openJournalFile(path)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async append(bytes: Buffer): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (this.size + bytes.length > this.maximumBytes) throw tooLong(this.path, this.maximumBytes);
    try {
      await this.handle.appendFile(bytes);
      await this.handle.datasync();
      this.size += bytes.length;
    } catch (error) {
      await this.takeBack(error);
      throw error;
    }
  }

  /** Truncates a partly written line. If that fails too, all later writes fail. */
  private async takeBack(error: unknown): Promise<void> {
    try {
      await this.handle.truncate(this.size);
    } catch {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }
}
