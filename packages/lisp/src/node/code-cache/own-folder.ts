// Finds the folder for compiled code. Anyone who can write there controls what this process runs.
// So it is used only if it provably belongs to this user alone. There is no folder if that can't be
// verified, as on Windows.

import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { dirname, isAbsolute } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the folder. `PTC_CODE_CACHE` is an absolute path, or `off`. The default is `ptc/code` in
 * `$XDG_CACHE_HOME` or `~/.cache`.
 */
export function codeFolder(environment: Environment): string | undefined {
  if (currentUser() === undefined) return undefined;
  const { PTC_CODE_CACHE: given = "", XDG_CACHE_HOME: caches = "", HOME: home = "" } = environment;
  if (given !== "") return isAbsolute(given) ? given : undefined;
  if (isAbsolute(caches)) return `${caches}/ptc/code`;
  return isAbsolute(home) ? `${home}/.cache/ptc/code` : undefined;
}

/** True if the folder exists, belongs to this user, and is inaccessible to others. */
export function isOwnFolder(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && isPrivate(stats);
}

/** Creates the folder if it is missing. Returns true if it exists and is private. */
export function makeOwnFolder(folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return isOwnFolder(folder);
  if (!canHold(dirname(folder))) return false;
  mkdirSync(folder, { mode: 0o700 });
  return isOwnFolder(folder);
}

/** True if a file or folder belongs to this user, and others can't read or write it. */
export function isPrivate({ uid, mode }: Stats): boolean {
  return uid === currentUser() && (mode & 0o077) === 0;
}

/**
 * True if files created in this folder stay under our control: others can't write there, or can't
 * remove files of other users. Creates the folder if it is missing inside a folder of this user.
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

/** Returns the user of this process, or undefined if it runs with the rights of another user. */
function currentUser(): number | undefined {
  const user = process.geteuid?.();
  return user === process.getuid?.() ? user : undefined;
}
