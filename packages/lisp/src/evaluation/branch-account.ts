// What a branch has met of the work that branches share. A branch pays for each outcome once, as if
// it had computed it itself: what an outcome costs it does not depend on who came first. A branch
// inside another one knows what that one had met before the fork; after the join the outer one has
// met what the inner ones have.

export class BranchAccount {
  private readonly outer: BranchAccount | undefined;
  private met: Map<object, number> | undefined = undefined;

  constructor(outer: BranchAccount | undefined) {
    this.outer = outer;
  }

  /** How many outcomes of `work` the branch has met. */
  countOf(work: object): number {
    const count = this.met?.get(work);
    return count ?? this.outer?.countOf(work) ?? 0;
  }

  meet(work: object, count: number): void {
    (this.met ??= new Map()).set(work, count);
  }

  /** A branch inside has ended. */
  join(inner: BranchAccount): void {
    inner.met?.forEach((count, work) => {
      if (count > this.countOf(work)) this.meet(work, count);
    });
  }
}
