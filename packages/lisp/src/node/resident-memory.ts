// Reads how much memory a process occupies, inside and outside its heap, as reported by Linux.

import { readFile } from "node:fs/promises";

/**
 * Returns megabytes, or `undefined` if the file doesn't exist: on other systems, or after the
 * process has ended.
 */
export async function residentMegabytes(pid: number): Promise<number | undefined> {
  try {
    // `status` counts in kB. `statm` counts in pages, whose size Node doesn't provide.
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(
      await readFile(`/proc/${String(pid)}/status`, "utf8"),
    )?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
