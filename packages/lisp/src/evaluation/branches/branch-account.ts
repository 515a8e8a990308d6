// Tracks which outcomes of shared work a branch has met; see `shared-work.ts`. A branch pays for
// each outcome once, as if it had computed it itself. Its cost therefore doesn't depend on which
// branch came first. At a fork, an inner branch starts with everything that its outer branch has
// met, and the join adds what the inner branches have met.

export class BranchAccount {
  private readonly outer: BranchAccount | undefined;
  private met: Map<object, number> | undefined = undefined;

  constructor(outer: BranchAccount | undefined) {
    this.outer = outer;
  }

  /** Returns how many outcomes of `work` the branch has met. */
  countOf(work: object): number {
    const count = this.met?.get(work);
    return count ?? this.outer?.countOf(work) ?? 0;
  }

  meet(work: object, count: number): void {
    (this.met ??= new Map()).set(work, count);
  }

  /** Adds the outcomes that an inner branch has met, when that branch ends. */
  join(inner: BranchAccount): void {
    inner.met?.forEach((count, work) => {
      if (count > this.countOf(work)) this.meet(work, count);
    });
  }
}
