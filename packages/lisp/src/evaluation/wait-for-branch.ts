// A branch waits for what another one computes, an element of a lazy sequence or a task, instead of
// computing it again.

import { BranchWaits, type Waiter } from "./branch-waits.ts";
import type { Branch } from "./branch.ts";

/**
 * What `wait` comes to, for which the branch at the path `computing` works; meanwhile `branch`
 * takes none of the program's time. Without a path another run does that work, which cannot wait
 * for this one.
 * @throws what `refused` makes when `computing` needs `branch` to go on first
 */
export async function waitForBranch<T>(
  branch: Branch,
  computing: Waiter | undefined,
  wait: () => Promise<T>,
  refused: () => Error,
): Promise<T> {
  const { evaluation } = branch;
  const end =
    computing === undefined
      ? undefined
      : (evaluation.branchWaits ??= new BranchWaits()).begin(branch, computing, refused);
  evaluation.pauseClock();
  try {
    return await wait();
  } finally {
    evaluation.resumeClock();
    end?.();
  }
}
