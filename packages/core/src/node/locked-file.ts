// A file of lines that one process appends to. Each line is on the disk before `append` resolves. A
// line that can't be written is taken back.

import { mkdir, open, realpath, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileLines, type FileLine } from "./file-lines.ts";
import { FileLock } from "./file-lock.ts";

/** A file that this process can't use. The message doesn't name the file. */
export class FileUseError extends Error {
  /** True if another process uses the file. */
  readonly isLocked: boolean;

  constructor(message: string, isLocked: boolean) {
    super(message);
    this.name = "FileUseError";
    this.isLocked = isLocked;
  }
}

/** A file that is open for this process only. */
export class LockedFile {
  /** The file that links lead to. */
  private readonly path: string;
  private readonly lock: FileLock;
  private handle: FileHandle;
  private bytes: number;
  /** After a failed change that could not be taken back, no further ones are accepted. */
  private failure: Error | undefined = undefined;

  private constructor(path: string, handle: FileHandle, lock: FileLock, bytes: number) {
    this.path = path;
    this.handle = handle;
    this.lock = lock;
    this.bytes = bytes;
  }

  /**
   * Opens the file exclusively for this process. Creates it, readable only by its owner, and its
   * folders.
   * @throws FileUseError; errors of the file system
   */
  static async open(path: string): Promise<LockedFile> {
    const made = await mkdir(dirname(resolve(path)), { recursive: true });
    let handle = await open(path, "a+", 0o600);
    let lock: FileLock | undefined;
    try {
      if (!(await handle.stat()).isFile()) throw new FileUseError("it is not a file", false);
      // A file has one lock, no matter which links lead to it.
      const target = await realpath(path);
      lock = lockOf(target);
      // Another process may have replaced the file before it released its lock.
      await handle.close();
      handle = await open(target, "a+", 0o600);
      const { size } = await handle.stat();
      if (size === 0) await keepName(resolve(path), made);
      return new LockedFile(target, handle, lock, size);
    } catch (error) {
      await handle.close();
      lock?.release();
      throw error;
    }
  }

  /** The number of bytes. */
  get size(): number {
    return this.bytes;
  }

  lines(): AsyncGenerator<FileLine> {
    return fileLines(this.handle);
  }

  /**
   * Repairs the end of a file that was read: removes what follows `size` bytes, and adds `missing`.
   * Then flushes the file, because lines of another process count as stored from now on.
   */
  async repair(size: number, missing: string): Promise<void> {
    const bytes = Buffer.from(missing, "utf8");
    if (size < this.bytes) await this.handle.truncate(size);
    if (bytes.length > 0) await this.handle.appendFile(bytes);
    await this.handle.datasync();
    this.bytes = size + bytes.length;
  }

  /** Appends whole lines. Call it again only after it has ended. */
  async append(lines: Buffer): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    try {
      await this.handle.appendFile(lines);
      await this.handle.datasync();
      this.bytes += lines.length;
    } catch (error) {
      await this.takeBack(error);
      throw error;
    }
  }

  /**
   * Replaces the file by one with these lines. A crash leaves the old file or the new one. If the
   * new one can't be written, the old one stays in use, and the error is thrown.
   */
  async replace(lines: Iterable<Buffer>): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const path = `${this.path}.new`;
    const { mode } = await this.handle.stat();
    await rm(path, { force: true });
    const made = await open(path, "ax+", mode & 0o777);
    let size = 0;
    try {
      for (const line of lines) {
        await made.appendFile(line);
        size += line.length;
      }
      await made.sync();
      await rename(path, this.path);
    } catch (error) {
      await made.close();
      await rm(path, { force: true });
      throw error;
    }
    const old = this.handle;
    this.handle = made;
    this.bytes = size;
    await keepName(this.path, undefined);
    await old.close();
  }

  /** Releases the lock too. Call it once, after all changes have ended. */
  async close(): Promise<void> {
    try {
      await this.handle.close();
    } finally {
      this.lock.release();
    }
  }

  private async takeBack(error: unknown): Promise<void> {
    try {
      await this.handle.truncate(this.bytes);
    } catch {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }
}

function lockOf(file: string): FileLock {
  try {
    return FileLock.take(file);
  } catch (error) {
    throw new FileUseError(error instanceof Error ? error.message : String(error), true);
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
