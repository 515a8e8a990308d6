// Caches compiled code in files of a private folder. Never throws or reports failures: without
// compiled code everything works but starts more slowly.

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { packed, unpacked } from "./cache-format.ts";
import {
  codeFolder,
  isOwnFolder,
  isPrivate,
  makeOwnFolder,
  type Environment,
} from "./own-folder.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** The longest file that is read, in bytes. */
const mostBytes = 32 * 1024 * 1024;
/** Each write removes files older than this, and the oldest files beyond the maximum number. */
const longestMs = 30 * 24 * 60 * 60 * 1000;
const mostFiles = 64;
/** A process that didn't start in this time has crashed. */
const longestStartMs = 10_000;

/** A file that is being written. It isn't used until it is complete. */
export interface Draft {
  readonly descriptor: number;
  /** Moves it to its final name. Call it once, when everything is written. */
  complete(): void;
  /** Removes the file. */
  drop(): void;
}

/** Compiled code that may still prove to be damaged. */
export interface StoredCode {
  readonly code: Buffer;
  /** Call this once, when the process has started from the code. */
  readonly started: () => void;
}

export class CodeCache {
  private readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Returns the cache, or undefined if there is no folder that can be private. */
  static of(environment: Environment): CodeCache | undefined {
    const folder = codeFolder(environment);
    return folder === undefined ? undefined : new CodeCache(folder);
  }

  /**
   * Returns the compiled code stored under a key. Removes it instead if an earlier process crashed
   * while it started from the code.
   */
  read(key: string): StoredCode | undefined {
    const file = this.opened(key);
    if (file === undefined) return undefined;
    try {
      const code = codeIn(file.descriptor, file.size, key);
      const started = code === undefined ? undefined : this.starting(key);
      return code === undefined || started === undefined ? undefined : { code, started };
    } catch {
      return undefined;
    } finally {
      closeSync(file.descriptor);
    }
  }

  /**
   * Marks the code as in use by a process that hasn't started yet, and returns a function that
   * removes the mark. Returns undefined if there is the mark of a crashed process.
   *
   * The mark is a link that names the process, because a link takes one system call.
   */
  private starting(key: string): (() => void) | undefined {
    const mark = `${this.fileOf(key)}.starting`;
    try {
      symlinkSync(String(process.pid), mark);
      return () => {
        quietly(() => {
          rmSync(mark, { force: true });
        });
      };
    } catch {
      if (!isLeftByCrash(mark)) return () => undefined;
      this.forget(key);
      return undefined;
    }
  }

  /**
   * Opens the file of a key for reading, if it is private. The descriptor can be passed to another
   * process.
   */
  open(key: string): number | undefined {
    return this.opened(key)?.descriptor;
  }

  private opened(key: string): { readonly descriptor: number; readonly size: number } | undefined {
    let descriptor: number | undefined;
    try {
      if (!isOwnFolder(this.folder)) return undefined;
      descriptor = openSync(this.fileOf(key), O_RDONLY | O_NOFOLLOW);
      const stats = fstatSync(descriptor);
      if (stats.isFile() && stats.nlink === 1 && isPrivate(stats))
        return { descriptor, size: stats.size };
    } catch {
      // The file doesn't exist or isn't readable.
    }
    if (descriptor !== undefined) closeSync(descriptor);
    return undefined;
  }

  /** Begins a file for a key. Returns undefined if it can't be written. */
  draft(key: string): Draft | undefined {
    const name = `.${String(process.pid)}-${Math.random().toString(36).slice(2)}`;
    const temporary = `${this.folder}/${name}`;
    try {
      if (!makeOwnFolder(this.folder)) return undefined;
      const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
      const descriptor = openSync(temporary, flags, 0o600);
      return {
        descriptor,
        complete: () => {
          quietly(() => {
            closeSync(descriptor);
            renameSync(temporary, this.fileOf(key));
            this.tidy();
          });
        },
        drop: () => {
          quietly(() => {
            closeSync(descriptor);
            rmSync(temporary);
          });
        },
      };
    } catch {
      return undefined;
    }
  }

  /** Removes the file of a key. */
  forget(key: string): void {
    quietly(() => {
      if (!isOwnFolder(this.folder)) return;
      rmSync(this.fileOf(key), { force: true });
      rmSync(`${this.fileOf(key)}.starting`, { force: true });
    });
  }

  /** Concatenates text, like all paths here, because `join` examines each character. */
  private fileOf(key: string): string {
    return `${this.folder}/${nameOf(key)}.bin`;
  }

  private tidy(): void {
    const files = readdirSync(this.folder).map((name) => {
      const path = `${this.folder}/${name}`;
      return { path, time: lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
    });
    files.sort((left, right) => right.time - left.time);
    for (const [index, { path, time }] of files.entries())
      if (index >= mostFiles || Date.now() - time > longestMs) rmSync(path, { force: true });
  }
}

/** Returns the code in an open file if it has this key. */
export function readCode(descriptor: number, key: string): Buffer | undefined {
  try {
    return codeIn(descriptor, fstatSync(descriptor).size, key);
  } catch {
    return undefined;
  }
}

function codeIn(descriptor: number, size: number, key: string): Buffer | undefined {
  if (size > mostBytes) return undefined;
  return unpacked(key, {
    size,
    fill: (target, position) =>
      readSync(descriptor, target, 0, target.length, position) === target.length,
  });
}

/** True for a mark of a process that ended, or that has been starting for too long. */
function isLeftByCrash(mark: string): boolean {
  const stats = lstatSync(mark, { throwIfNoEntry: false });
  // A folder that can't be written has no marks.
  if (stats === undefined) return false;
  const starter = Number(readlinkSync(mark));
  return (
    Date.now() - stats.mtimeMs > longestStartMs || starter === process.pid || !isAlive(starter)
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Writes a file for `readCode`. Returns true on success. */
export function writeCode(descriptor: number, key: string, code: Uint8Array): boolean {
  try {
    const file = packed(key, code);
    return file.length <= mostBytes && writeSync(descriptor, file) === file.length;
  } catch {
    return false;
  }
}

/** The number of characters of a key in its file name. */
const prefixLength = 32;

/**
 * Returns a file name for a key: its beginning, which is a hash of the compiled source, and a
 * number for the rest. Names may collide, because the file itself contains the key.
 */
function nameOf(key: string): string {
  let rest = 0x811c9dc5;
  for (let at = prefixLength; at < key.length; at++)
    rest = Math.imul(rest ^ key.charCodeAt(at), 0x01000193);
  // eslint-disable-next-line texts/shortened-texts -- a name of a file
  return `${key.slice(0, prefixLength).replaceAll(/\W/g, "-")}-${(rest >>> 0).toString(16)}`;
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Then nothing is cached.
  }
}
