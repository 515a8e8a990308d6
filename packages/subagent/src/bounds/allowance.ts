// A number of turns or of model calls that missions share: what a mission spends is spent for the
// missions above it too.

export class Allowance {
  readonly limit: number;
  private readonly above: Allowance | undefined;
  private spent = 0;

  constructor(limit: number, above?: Allowance) {
    this.limit = limit;
    this.above = above;
  }

  /** What may still be spent, here and above. */
  get left(): number {
    return Math.min(this.ownLeft, this.above?.left ?? Infinity);
  }

  /** Whether nothing is left, and it is not the limit here that ends it. */
  get isUsedUpAbove(): boolean {
    return this.ownLeft > 0 && this.left === 0;
  }

  spend(): void {
    this.spent += 1;
    this.above?.spend();
  }

  private get ownLeft(): number {
    return Math.max(0, this.limit - this.spent);
  }
}
