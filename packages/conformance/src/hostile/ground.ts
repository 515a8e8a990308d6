// What the judges of one process share: a folder for files, and a pool of processes, which is
// started when it is first needed.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPool, type Pool } from "@ptc/lisp/node";

export interface Ground {
  readonly folder: string;
  pool(): Pool;
  close(): Promise<void>;
}

export function openGround(): Ground {
  const folder = mkdtempSync(join(tmpdir(), "ptc-hostile-"));
  let pool: Pool | undefined;
  return {
    folder,
    pool: () => (pool ??= createPool({ size: 1, memoryMb: 256 })),
    close: async () => {
      await pool?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
