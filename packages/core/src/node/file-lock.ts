// Locks a file for one process at a time. The lock is a file beside it that names the process:
//
//   {"pid":4711,"host":"shop-1","started":"593042a2-…/799784","id":"…"}
//
// A lock whose process has ended is taken over. The process has ended if it is not running, or if
// another one has its number now, for example after a restart of a container. Locks of other
// machines are never taken over, because their processes can't be checked.

import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { isProcessRunning, processStart } from "./process-start.ts";

/** More attempts than processes that compete for one lock need. */
const mostAttempts = 20;

/** The lock of a file that this process has taken. */
export class FileLock {
  private readonly path: string;
  private readonly content: string;

  private constructor(path: string, content: string) {
    this.path = path;
    this.content = content;
  }

  /** @throws Error naming the process that holds the lock */
  static take(file: string): FileLock {
    const path = `${file}.lock`;
    const content = `${JSON.stringify({
      pid: process.pid,
      host: hostname(),
      started: processStart(process.pid) ?? "",
      id: randomUUID(),
    })}\n`;
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      if (isMade(path, content)) return new FileLock(path, content);
      const found = textOf(path);
      if (found === undefined) continue;
      const owner = ownerIn(found);
      if (owner !== undefined && mayRun(owner)) throw new Error(inUseText(owner, path));
      removeLeft(path);
    }
    throw new Error(`its lock ${path} can't be acquired`);
  }

  release(): void {
    if (textOf(this.path) === this.content) unlinkSync(this.path);
  }
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly started: string;
}

/**
 * Creates the lock together with its content, because a lock without content counts as abandoned.
 */
function isMade(path: string, content: string): boolean {
  const made = `${path}.${randomUUID()}`;
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

/**
 * Removes an abandoned lock. Locks the lock itself first and checks again, so that no process
 * removes a lock that another one has taken over meanwhile.
 */
function removeLeft(path: string): void {
  const guard = FileLock.take(path);
  try {
    const found = textOf(path);
    const owner = found === undefined ? undefined : ownerIn(found);
    if (found !== undefined && (owner === undefined || !mayRun(owner))) unlinkSync(path);
  } finally {
    guard.release();
  }
}

function mayRun({ pid, host, started }: Owner): boolean {
  if (host !== hostname()) return true;
  if (!isProcessRunning(pid)) return false;
  const known = processStart(pid);
  return started === "" || known === undefined || known === started;
}

function inUseText({ pid, host }: Owner, path: string): string {
  const where = host === hostname() ? "" : ` on machine ${host}`;
  return `it is in use by process ${String(pid)}${where}; if that is wrong, delete ${path}`;
}

function ownerIn(text: string): Owner | undefined {
  try {
    const { pid, host, started } = JSON.parse(text) as Record<string, unknown>;
    const isOwner =
      typeof pid === "number" && typeof host === "string" && typeof started === "string";
    return isOwner ? { pid, host, started } : undefined;
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
