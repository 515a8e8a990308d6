// How much memory a process occupies, on its heap and elsewhere, as Linux reports it.

import { readFile } from "node:fs/promises";

/**
 * Megabytes; `undefined` where there is no such file: on other systems, or when the process has
 * ended.
 */
export async function residentMegabytes(pid: number): Promise<number | undefined> {
  try {
    // `status` counts in kB, where `statm` counts in pages of a size that Node does not tell.
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(
      await readFile(`/proc/${String(pid)}/status`, "utf8"),
    )?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
