// The folder for compiled code. Whoever writes there decides what this process runs, so it counts
// only where it provably belongs to this user alone; where that cannot be told, as on Windows,
// there is none.

import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { dirname, isAbsolute } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `PTC_CODE_CACHE` is an absolute path, or `off`; without it, `ptc/code` in `$XDG_CACHE_HOME` or
 * `~/.cache`.
 */
export function codeFolder(environment: Environment): string | undefined {
  if (currentUser() === undefined) return undefined;
  const { PTC_CODE_CACHE: given = "", XDG_CACHE_HOME: caches = "", HOME: home = "" } = environment;
  if (given !== "") return isAbsolute(given) ? given : undefined;
  if (isAbsolute(caches)) return `${caches}/ptc/code`;
  return isAbsolute(home) ? `${home}/.cache/ptc/code` : undefined;
}

/** Whether there is such a folder, made by this user, which nobody else can look into. */
export function isOwnFolder(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && isPrivate(stats);
}

/** Makes the folder where it is missing. Answers whether it is there and our own. */
export function makeOwnFolder(folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return isOwnFolder(folder);
  if (!canHold(dirname(folder))) return false;
  mkdirSync(folder, { mode: 0o700 });
  return isOwnFolder(folder);
}

/** Belongs to this user, and nobody else may read or write it. */
export function isPrivate({ uid, mode }: Stats): boolean {
  return uid === currentUser() && (mode & 0o077) === 0;
}

/**
 * Whether what we make in this folder stays ours: others cannot write there, or cannot remove what
 * is not theirs. It is made where it is missing, below a folder of this user.
 */
function canHold(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) {
    const above = dirname(folder);
    if (!canHold(above) || lstatSync(above).uid !== currentUser()) return false;
    mkdirSync(folder, { mode: 0o700 });
    return true;
  }
  const isSticky = (stats.mode & 0o1000) !== 0;
  const isOurs = stats.uid === currentUser();
  return stats.isDirectory() && (isSticky || (isOurs && (stats.mode & 0o022) === 0));
}

/** The user of this process; nobody where it works for another than it was started by. */
function currentUser(): number | undefined {
  const user = process.geteuid?.();
  return user === process.getuid?.() ? user : undefined;
}
