// A lock between processes, as a file that names its holder. The bootstrap prepares the repository
// under it, so that two runs never install or build at the same time. Another run takes over the
// lock of a killed holder.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

const REFRESH_MS = 5_000;
const STALE_MS = 60_000;

/**
 * Takes the lock file, waiting while a live run holds it. The holder refreshes it. A lock whose
 * process is gone, or that wasn't refreshed for a minute, is taken over.
 * @param {string} file
 * @param {{ onWait?: (holder: number) => void, pollMs?: number }} [options]
 * @returns {Promise<() => void>} releases the lock
 */
export async function acquireLock(file, { onWait = () => {}, pollMs = 300 } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  for (let hasSaidSo = false; ;) {
    try {
      writeFileSync(file, `${String(process.pid)}\n`, { flag: "wx" });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
    const holder = judgeLock(file);
    if (holder === "stale") removeStaleLock(file);
    else if (holder !== undefined && !hasSaidSo) {
      onWait(holder);
      hasSaidSo = true;
    }
    if (holder !== "stale") await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const refresh = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // Another run took over or removed the lock, so there is nothing to refresh.
    }
  }, REFRESH_MS);
  refresh.unref();
  return () => {
    clearInterval(refresh);
    if (judgeLock(file) === process.pid) rmSync(file, { force: true });
  };
}

/**
 * Returns the id of the process that holds the lock.
 * @param {string} file
 * @returns {number | "stale" | undefined} undefined: gone meanwhile, or just being written
 */
function judgeLock(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return "stale";
    const holder = Number.parseInt(readFileSync(file, "utf8"), 10);
    if (!Number.isInteger(holder)) return undefined;
    return isProcessAlive(holder) ? holder : "stale";
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function removeStaleLock(file) {
  // Rename the file before checking it again: of two runs that see one stale lock, only one can
  // move it away.
  const aside = `${file}.${String(process.pid)}`;
  try {
    renameSync(file, aside);
    if (judgeLock(aside) !== "stale" && !existsSync(file)) renameSync(aside, file);
    rmSync(aside, { force: true });
  } catch {
    // Another run was faster.
  }
}

/** @param {number} pid */
export function isProcessAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
