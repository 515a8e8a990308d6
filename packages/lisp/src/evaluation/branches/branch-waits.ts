// Tracks which branches wait for work of another branch: an element of a lazy sequence, or a task.
// Two branches that would wait for each other fail instead of waiting forever.

/** The part of a branch that this file needs: the branch around it. */
export interface Waiter {
  readonly outer: Waiter | undefined;
}

interface Wait {
  readonly waiting: Waiter;
  readonly computing: Waiter;
}

export class BranchWaits {
  private readonly waits = new Set<Wait>();

  /**
   * Records that the branch `waiting` waits for `computing`. Returns a function that removes this
   * record.
   * @throws the error from `refused` if `computing` can't continue before `waiting` does
   */
  begin(waiting: Waiter, computing: Waiter, refused: () => Error): () => void {
    if (this.needs(computing, waiting)) throw refused();
    const wait: Wait = { waiting, computing };
    this.waits.add(wait);
    return () => {
      this.waits.delete(wait);
    };
  }

  /**
   * True if `computing` can't continue before `waiting` does. A branch computes together with its
   * inner branches, so it depends on everything that any of them waits for.
   */
  private needs(computing: Waiter, waiting: Waiter): boolean {
    const reached = new Set<Waiter>([computing]);
    for (const branch of reached) {
      if (isWithin(waiting, branch)) return true;
      for (const wait of this.waits)
        if (isWithin(wait.waiting, branch)) reached.add(wait.computing);
    }
    return false;
  }
}

/** True if `branch` is `outer` or a branch inside it. */
export function isWithin(branch: Waiter, outer: Waiter): boolean {
  for (let each: Waiter | undefined = branch; each !== undefined; each = each.outer)
    if (each === outer) return true;
  return false;
}
