// Compiled code, kept in files of a folder that is ours alone. Nothing here throws, and nothing is
// said when it fails: without compiled code everything works, and starts later.

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
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

/** Files that are longer are not read. */
const mostBytes = 16 * 1024 * 1024;
/** What is older is removed when something is written, and the oldest of too many. */
const longestMs = 30 * 24 * 60 * 60 * 1000;
const mostFiles = 64;

/** A file that is being written; it counts once it is complete. */
export interface Draft {
  readonly descriptor: number;
  /** Puts it where it is found. To be called once, when all is written. */
  complete(): void;
  /** Removes it. */
  drop(): void;
}

export class CodeCache {
  private readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Nothing where there is no folder that could be ours. */
  static of(environment: Environment): CodeCache | undefined {
    const folder = codeFolder(environment);
    return folder === undefined ? undefined : new CodeCache(folder);
  }

  /** The compiled code that was kept under a key. */
  read(key: string): Buffer | undefined {
    const file = this.opened(key);
    if (file === undefined) return undefined;
    try {
      return codeIn(file.descriptor, file.size, key);
    } catch {
      return undefined;
    } finally {
      closeSync(file.descriptor);
    }
  }

  /** The file of a key, if it is one of ours, open for reading: another process may be given it. */
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
      // There is no such file, or it may not be read.
    }
    if (descriptor !== undefined) closeSync(descriptor);
    return undefined;
  }

  /** Begins a file for a key. Nothing where none can be written. */
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

  /** Forgets what is kept under a key. */
  forget(key: string): void {
    quietly(() => {
      if (isOwnFolder(this.folder)) rmSync(this.fileOf(key), { force: true });
    });
  }

  /** Put together as texts, like all paths here: `join` goes over each of their characters. */
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

/** The code in an open file, if it has this key. */
export function readCode(descriptor: number, key: string): Buffer | undefined {
  try {
    return codeIn(descriptor, fstatSync(descriptor).size, key);
  } catch {
    return undefined;
  }
}

function codeIn(descriptor: number, size: number, key: string): Buffer | undefined {
  if (size > mostBytes) return undefined;
  const file = Buffer.allocUnsafeSlow(size);
  return readSync(descriptor, file, 0, size, 0) === size ? unpacked(key, file) : undefined;
}

/** Writes what `readCode` reads. Answers whether it could. */
export function writeCode(descriptor: number, key: string, code: Uint8Array): boolean {
  try {
    const file = packed(key, code);
    return file.length <= mostBytes && writeSync(descriptor, file) === file.length;
  } catch {
    return false;
  }
}

/** As much of a key stands in the name of its file. */
const prefixLength = 32;

/**
 * A name for the file of a key: how it begins, which is the hash of what was compiled, and a number
 * for the rest. The key itself stands in the file, so two may meet.
 */
function nameOf(key: string): string {
  let rest = 0x811c9dc5;
  for (let at = prefixLength; at < key.length; at++)
    rest = Math.imul(rest ^ key.charCodeAt(at), 0x01000193);
  return `${key.slice(0, prefixLength).replaceAll(/\W/g, "-")}-${(rest >>> 0).toString(16)}`;
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Then nothing is kept.
  }
}
