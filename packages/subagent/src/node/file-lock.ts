// Keeps a file for one process at a time. The lock is a file beside it that names the process; that
// of a process which no longer runs is taken over.

import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";

export class FileLock {
  private readonly path: string;
  private readonly content: string;

  private constructor(path: string, content: string) {
    this.path = path;
    this.content = content;
  }

  /** @throws Error that names the process which has the file */
  static take(file: string): FileLock {
    const path = `${file}.lock`;
    const content = `${String(process.pid)}\n`;
    for (let attempt = 0; attempt < 3; attempt++) {
      if (written(path, content)) return new FileLock(path, content);
      const found = textOf(path);
      if (found === undefined) continue;
      const owner = Number.parseInt(found, 10);
      if (isRunning(owner))
        throw new Error(
          `it is in use by the process ${String(owner)}; where that is not so, delete ${path}`,
        );
      takeAway(path, found);
    }
    throw new Error(`its lock ${path} cannot be taken`);
  }

  release(): void {
    if (textOf(this.path) === this.content) unlinkSync(this.path);
  }
}

/** Makes the lock with its content at once: one without content would pass for one left behind. */
function written(path: string, content: string): boolean {
  const made = `${path}.${String(process.pid)}`;
  writeFileSync(made, content, { mode: 0o600 });
  try {
    linkSync(made, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    unlinkSync(made);
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user may not be asked, but it runs.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes a lock that was left behind; one that somebody has taken meanwhile is put back. */
function takeAway(path: string, left: string): void {
  const aside = `${path}.${String(process.pid)}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (textOf(aside) !== left)
    try {
      linkSync(aside, path);
    } catch {
      // A third process was faster: it has the lock.
    }
  unlinkSync(aside);
}
