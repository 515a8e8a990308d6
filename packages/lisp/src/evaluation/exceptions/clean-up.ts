// What still runs of a program that has ended for a reason which nothing can catch: its `finally`
// clauses.

import type { Branch } from "../branches/branch.ts";
import type { Result } from "../result.ts";

/**
 * Runs `cleanUp`, a `finally` that stands `depth` calls deep, although the program has ended. It
 * has no effects, and it spends a small reserve of steps and bytes that each branch has once,
 * however little is left of its budget. An error that it throws is dropped, because the program has
 * ended for another reason. A `finally` inside another one spends what is left of the same reserve:
 * otherwise each level would get a reserve of its own.
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
