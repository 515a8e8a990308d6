// A journal in a file, for missions that outlive their process. Changes are appended, a line each,
// and are on the disk before the mission goes on. A line that a crash cut short is dropped; damage
// anywhere else is an error, and nothing is changed.
//
//   {"format":"ptc-journal","version":1}
//   {"id":"charge_order_42","entry":"tx_abc"}
//   {"id":"charge_order_42","removed":true}

import { open, mkdir, stat, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { recordOf } from "@ptc/core/values";
import type { JournalChange } from "@ptc/lisp";
import { journalEntry } from "../journal/journal-entry.ts";
import { FileLock } from "./file-lock.ts";

const format = "ptc-journal";
const version = 1;
const headerLine = `${JSON.stringify({ format, version })}\n`;
const usualBytes = 256_000_000;

export interface JournalFileOptions {
  /** How long the file may be, in bytes; default 256 million. */
  readonly maximumBytes?: number;
}

/** A file that cannot be used as a journal; `line` counts from 1, and is 0 for the file itself. */
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

/**
 * Opens the journal at `path`, which is made where there is none, for this process alone.
 * @throws JournalFileError; what the file system says
 */
export async function openJournalFile(
  path: string,
  { maximumBytes = usualBytes }: JournalFileOptions = {},
): Promise<JournalFile> {
  await mkdir(dirname(path), { recursive: true });
  const lock = lockOf(path);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "a+", 0o600);
    const file = new JournalFile(path, maximumBytes, handle, lock);
    await file.read();
    return file;
  } catch (error) {
    await handle?.close();
    lock.release();
    throw error;
  }
}

function lockOf(path: string): FileLock {
  try {
    return FileLock.take(path);
  } catch (error) {
    throw new JournalFileError(path, 0, error instanceof Error ? error.message : String(error));
  }
}

export class JournalFile {
  readonly path: string;
  private readonly maximumBytes: number;
  private readonly handle: FileHandle;
  private readonly lock: FileLock;
  private readonly entries = new Map<string, unknown>();
  private size = 0;
  private last: Promise<void> = Promise.resolve();
  private failure: Error | undefined = undefined;
  private isClosed = false;

  /** `openJournalFile` makes one. */
  constructor(path: string, maximumBytes: number, handle: FileHandle, lock: FileLock) {
    this.path = path;
    this.maximumBytes = maximumBytes;
    this.handle = handle;
    this.lock = lock;
  }

  /** The entries as they stand in the file: the option `journal` of a run. */
  get journal(): Readonly<Record<string, unknown>> {
    return recordOf(this.entries);
  }

  /**
   * The option `onJournal` of a run: resolves when the change is on the disk. A change that cannot
   * be written leaves the file as it was.
   */
  readonly onJournal = (change: JournalChange): Promise<void> => {
    const line =
      "entry" in change ? { id: change.id, entry: change.entry } : { id: change.id, removed: true };
    const written = this.last.then(async () => {
      await this.append(`${JSON.stringify(line)}\n`);
      this.apply(change);
    });
    this.last = written.catch(() => undefined);
    return written;
  };

  /**
   * Writes an entry of the application, which may be anything that a context may hold.
   * @throws OptionError for what cannot be kept
   */
  async write(id: string, value: unknown): Promise<void> {
    await this.onJournal({ id, entry: journalEntry(id, value)[id] });
  }

  async remove(id: string): Promise<void> {
    await this.onJournal({ id, removed: true });
  }

  /** Closes the file when all changes are written, and gives it to others; may be called twice. */
  async close(): Promise<void> {
    await this.last;
    if (this.isClosed) return;
    this.isClosed = true;
    await this.handle.close();
    this.lock.release();
  }

  /** Reads the entries, and mends the end of the file where a crash cut it. */
  async read(): Promise<void> {
    const { size } = await stat(this.path);
    if (size > this.maximumBytes) throw this.tooLong();
    const bytes = await this.handle.readFile();
    const text = textOf(bytes);
    if (text === undefined) throw new JournalFileError(this.path, 0, "it is not UTF-8");
    let line = 0;
    for (let start = 0; start < text.length;) {
      line += 1;
      const end = text.indexOf("\n", start);
      const written = text.slice(start, end === -1 ? text.length : end);
      const json = parsed(written);
      // Every line ends in a line feed: what has none was cut, before it was said to be kept.
      if (end === -1 && json === undefined) break;
      this.take(json, line);
      this.size += Buffer.byteLength(written, "utf8") + 1;
      if (end === -1) {
        await this.handle.appendFile("\n");
        break;
      }
      start = end + 1;
    }
    const { size: sizeNow } = await stat(this.path);
    if (sizeNow > this.size) await this.handle.truncate(this.size);
    if (this.size === 0) await this.append(headerLine);
  }

  private take(json: unknown, line: number): void {
    const wrong = (message: string): JournalFileError =>
      new JournalFileError(this.path, line, message);
    if (json === undefined) throw wrong("it is not JSON");
    if (typeof json !== "object" || json === null || Array.isArray(json))
      throw wrong("it is no line of a journal");
    const fields = json as Readonly<Record<string, unknown>>;
    const own = (name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);
    if (line === 1) {
      if (own("format") !== format)
        throw wrong(`it does not say that the file is a journal, ${headerLine.trim()}`);
      if (own("version") !== version)
        throw wrong(
          `it says version ${JSON.stringify(own("version") ?? null)}, and this release reads version ${String(version)}`,
        );
      return;
    }
    const id = own("id");
    if (typeof id !== "string" || id === "") throw wrong("it has no id of a task");
    if (Object.hasOwn(fields, "entry")) this.apply({ id, entry: fields["entry"] });
    else if (own("removed") === true) this.apply({ id, removed: true });
    else throw wrong("it neither keeps an entry nor removes one");
  }

  private apply(change: JournalChange): void {
    if ("entry" in change) this.entries.set(change.id, change.entry);
    else this.entries.delete(change.id);
  }

  private async append(line: string): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (this.isClosed) throw new JournalFileError(this.path, 0, "it is closed");
    const bytes = Buffer.from(line, "utf8");
    if (this.size + bytes.length > this.maximumBytes) throw this.tooLong();
    try {
      await this.handle.appendFile(bytes);
      await this.handle.datasync();
      this.size += bytes.length;
    } catch (error) {
      await this.takeBack(error);
      throw error;
    }
  }

  /** Cuts off what was written of a line. Where that fails too, nothing more is written. */
  private async takeBack(error: unknown): Promise<void> {
    try {
      await this.handle.truncate(this.size);
    } catch {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  private tooLong(): JournalFileError {
    return new JournalFileError(
      this.path,
      0,
      `it is longer than ${String(this.maximumBytes)} bytes (option maximumBytes)`,
    );
  }
}

/** Undefined for what is no UTF-8, but for a character at the end that was cut. */
function textOf(bytes: Buffer): string | undefined {
  const whole = bytes.lastIndexOf(0x0a) + 1;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const text = decoder.decode(bytes.subarray(0, whole));
    return text + bytes.subarray(whole).toString("utf8");
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
