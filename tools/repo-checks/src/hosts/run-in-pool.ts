// Runs the programs in the processes of a built pool.

import { createPool, type Pool } from "@ptc/lisp/node";
import type { HostProgram } from "./host-program.ts";
import { stepsOf } from "./host-steps.ts";

/** Returns what `use` makes of a pool that runs on `node`. */
export async function withPool<Made>(
  node: string,
  use: (pool: Pool) => Promise<Made>,
): Promise<Made> {
  const pool = createPool({ size: 1, execPath: node });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

/** Returns the texts of `stepsOf`, from one process of a pool that runs on `node`. */
export async function runInPool(
  node: string,
  programs: readonly HostProgram[],
): Promise<readonly string[]> {
  return await withPool(node, (pool) =>
    stepsOf(programs, (source, options) => pool.run(source, options)),
  );
}
