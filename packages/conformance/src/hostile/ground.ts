// The shared resources of the judges in one process: a folder for files, a pool of processes and a
// process for commands, which are started on first use.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPool, type Pool } from "@ptc/lisp/node";
import { bundledPool } from "../../../../vitest.bundles.ts";
import { commandHost, type CommandHost } from "./run-command.ts";

export interface Ground {
  readonly folder: string;
  readonly commands: CommandHost;
  pool(): Pool;
  close(): Promise<void>;
}

const execArgv = await bundledPool();

export function openGround(): Ground {
  const folder = mkdtempSync(join(tmpdir(), "ptc-hostile-"));
  const commands = commandHost();
  let pool: Pool | undefined;
  return {
    folder,
    commands,
    pool: () => (pool ??= createPool({ size: 1, memoryMb: 256, execArgv })),
    close: async () => {
      commands.stop();
      await pool?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
