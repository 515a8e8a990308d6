// Keeps what V8 compiled of the command line for the next start, in a folder that belongs to this
// user alone: whoever can write there decides what the next start runs. Where that cannot be told,
// there is no cache. This is plain JavaScript that older versions of Node can read.
import { lstatSync, mkdirSync, statSync } from "node:fs";
import nodeModule from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** @param {Readonly<Record<string, string | undefined>>} environment */
export function useCompileCache(environment) {
  const folder = compileCacheFolder(environment);
  // It answers what became of it, and never throws for a folder that cannot be used.
  if (folder !== undefined && "enableCompileCache" in nodeModule)
    nodeModule.enableCompileCache(folder);
}

/**
 * `ptc` in XDG_CACHE_HOME or in ~/.cache, made where it is missing; `undefined` where the cache is
 * turned off by PTC_COMPILE_CACHE=0, or others could write there.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string | undefined}
 */
export function compileCacheFolder({ PTC_COMPILE_CACHE, XDG_CACHE_HOME = "" }) {
  if (PTC_COMPILE_CACHE === "0") return undefined;
  try {
    const base = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), ".cache");
    const folder = join(base, "ptc");
    for (const path of [base, folder]) makeFolder(path);
    return isOurs(statSync(base)) && isOurs(lstatSync(folder)) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function makeFolder(path) {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
}

/**
 * Whether it is a folder of this user that nobody else may write to. Systems without user ids
 * cannot tell.
 * @param {import("node:fs").Stats} stats
 */
function isOurs(stats) {
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
}
