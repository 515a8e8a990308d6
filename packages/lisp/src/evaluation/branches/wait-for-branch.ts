// Lets a branch wait for work of another branch, an element of a lazy sequence or a task, instead
// of repeating it.

import { BranchWaits, type Waiter } from "./branch-waits.ts";
import type { Branch } from "./branch.ts";

/**
 * Resolves to the value of `wait`. `computing` is the branch that does the work, or undefined if
 * another run does, because that run never waits for this one. Waiting time doesn't count as time
 * of the program.
 * @throws the error from `refused` if `computing` can't continue before `branch` does
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
    end?.();
    const later = evaluation.resumeInTurn();
    if (later !== undefined) await later;
  }
}
