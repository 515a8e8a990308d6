// Runs the `finally` clauses of a program after an error that can't be caught.

import type { Branch } from "../branches/branch.ts";
import type { Result } from "../result.ts";

/**
 * Runs `cleanUp`, a `finally` at call depth `depth`, although the program has ended. It has no
 * effects. It spends a small reserve of steps and bytes, which each branch gets once, regardless
 * of its remaining budget. A nested `finally` spends the rest of the same reserve; otherwise each
 * level would get a reserve of its own. Errors of `cleanUp` are dropped, because the program has
 * ended for another reason.
 */
export function runCleanUp(branch: Branch, depth: number, cleanUp: () => Result): Result {
  const { site, isCleaningUp } = branch;
  const depthBefore = branch.depth;
  const giveBack = isCleaningUp ? undefined : branch.takeReserve();
  branch.isCleaningUp = true;
  branch.returnTo(depth);
  const end = (): null => {
    giveBack?.();
    branch.isCleaningUp = isCleaningUp;
    branch.site = site;
    branch.depth = depthBefore;
    return null;
  };
  try {
    const result = cleanUp();
    return result instanceof Promise ? result.then(end, end) : end();
  } catch {
    return end();
  }
}
