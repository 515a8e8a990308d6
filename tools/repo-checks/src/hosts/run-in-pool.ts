// Runs the programs in the processes of a built pool.

import { createPool } from "@ptc/lisp/node";
import type { HostProgram } from "./host-program.ts";
import { stepsOf } from "./host-steps.ts";

/** Returns the texts of `stepsOf`, from one process of a pool that runs on `node`. */
export async function runInPool(
  node: string,
  programs: readonly HostProgram[],
): Promise<readonly string[]> {
  const pool = createPool({ size: 1, execPath: node });
  try {
    return await stepsOf(programs, (source, options) => pool.run(source, options));
  } finally {
    await pool.close();
  }
}
