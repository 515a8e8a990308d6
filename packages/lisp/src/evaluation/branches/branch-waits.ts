// Notes which branches wait for what another branch computes: an element of a lazy sequence, or a
// task. Two branches that would wait for each other fail, instead of waiting for ever.

/** What this file needs to know of a branch: the branch around it. */
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
   * Notes that the branch `waiting` waits for `computing`. The function that it returns removes the
   * note.
   * @throws the error that `refused` makes, when `computing` cannot go on before `waiting` does
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
   * Whether `computing` cannot go on before `waiting` does. A branch computes with all its inner
   * branches, so it needs whatever any of them waits for.
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

/** Whether `branch` is `outer` or a branch inside it. */
export function isWithin(branch: Waiter, outer: Waiter): boolean {
  for (let each: Waiter | undefined = branch; each !== undefined; each = each.outer)
    if (each === outer) return true;
  return false;
}
