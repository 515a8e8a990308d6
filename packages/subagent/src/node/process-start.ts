// Whether a process runs, and when it was started, so that it is not taken for another one that had
// its number before.

import { readFileSync } from "node:fs";

export function isProcessRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process of another user may not be asked, but it runs.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !hasEnded(statOf(pid)?.[0]);
}

/**
 * The start of the machine and that of the process, in clock ticks since; undefined where the
 * system does not tell: all but Linux.
 */
export function processStart(pid: number): string | undefined {
  const ticks = statOf(pid)?.[startField];
  const boot = textOf("/proc/sys/kernel/random/boot_id")?.trim();
  return ticks === undefined || boot === undefined ? undefined : `${boot}/${ticks}`;
}

/** Where the start stands among the fields behind the name: field 22, see proc(5). */
const startField = 19;

/** A process that was killed keeps its number until its parent has asked how it ended. */
function hasEnded(state: string | undefined): boolean {
  return state === "Z" || state === "X";
}

/** What the system says of a process behind its name, which may hold spaces and parentheses. */
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
