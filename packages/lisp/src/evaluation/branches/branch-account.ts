// Which outcomes of shared work a branch has met, see `shared-work.ts`. A branch pays for each
// outcome once, as if it had computed it itself, so what the outcome costs it does not depend on
// which branch came first. An inner branch has met whatever its outer branch had met before the
// fork, and after the join the outer branch has met whatever its inner branches have.

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

  /** Takes over what an inner branch has met, when that branch ends. */
  join(inner: BranchAccount): void {
    inner.met?.forEach((count, work) => {
      if (count > this.countOf(work)) this.meet(work, count);
    });
  }
}
