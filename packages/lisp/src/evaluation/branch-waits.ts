// Which branches wait for what another one computes, an element of a lazy sequence or a task, so
// that two that would wait for each other fail instead of standing still.

/** A branch, by what stands around it. */
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
   * Notes that the branch `waiting` waits for `computing`; the answer ends the note.
   * @throws what `refused` makes when `computing` needs `waiting` to go on first
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
   * What a branch computes it computes with all its inner branches, so it needs what any of them
   * waits for.
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
