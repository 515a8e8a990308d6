// Lets a branch wait for what another one computes, an element of a lazy sequence or a task,
// instead of computing it again.

import { BranchWaits, type Waiter } from "./branch-waits.ts";
import type { Branch } from "./branch.ts";

/**
 * Resolves to what `wait` resolves to. `computing` is the branch that does the work. It is
 * undefined where another run does the work, which never waits for this run. The time that `branch`
 * waits does not count as the program's.
 * @throws the error that `refused` makes, when `computing` cannot go on before `branch` does
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
