// Checks whether a process is running, and when it started, which distinguishes it from an earlier
// process with the same number.

import { readFileSync } from "node:fs";

export function isProcessRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !hasEnded(statOf(pid)?.[0]);
}

/**
 * Returns the boot id of the machine and the start of the process in clock ticks since boot.
 * Undefined on every system except Linux.
 */
export function processStart(pid: number): string | undefined {
  const ticks = statOf(pid)?.[startField];
  const boot = textOf("/proc/sys/kernel/random/boot_id")?.trim();
  return ticks === undefined || boot === undefined ? undefined : `${boot}/${ticks}`;
}

/** The index of the start time among the fields after the name: field 22, see proc(5). */
const startField = 19;

/** A killed process keeps its number until its parent has collected its exit status. */
function hasEnded(state: string | undefined): boolean {
  return state === "Z" || state === "X";
}

/** Returns the fields after the process name, which may contain spaces and parentheses. */
function statOf(pid: number): readonly string[] | undefined {
  const text = textOf(`/proc/${String(pid)}/stat`);
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
