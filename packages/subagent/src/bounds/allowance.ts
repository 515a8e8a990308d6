// A number of turns, or of calls of tools, that missions share: what a mission spends is also taken
// from the missions that started it, and from what several runs have together.

export class Allowance {
  readonly limit: number;
  private readonly above: Allowance | undefined;
  private readonly isOfRuns: boolean;
  private spent = 0;

  constructor(limit: number, above?: Allowance, isOfRuns = false) {
    this.limit = limit;
    this.above = above;
    this.isOfRuns = isOfRuns;
  }

  /** What several runs have together. */
  static ofRuns(limit: number): Allowance {
    return new Allowance(limit, undefined, true);
  }

  /** What may still be spent, by this mission and by those that started it. */
  get left(): number {
    return Math.min(this.ownLeft, this.above?.left ?? Infinity);
  }

  /**
   * Whether nothing is left because a mission above has used up its limit, while this one has not.
   */
  get isUsedUpAbove(): boolean {
    return this.ownLeft > 0 && this.left === 0;
  }

  /** Whether it is the limit of several runs that is used up. */
  get isUsedUpByRuns(): boolean {
    return this.isUsedUpAbove ? this.above?.isUsedUpByRuns === true : this.isOfRuns;
  }

  /** The limit that is used up, here or above, or else this one. */
  get usedUp(): number {
    return this.isUsedUpAbove ? (this.above?.usedUp ?? this.limit) : this.limit;
  }

  spend(): void {
    this.spent += 1;
    this.above?.spend();
  }

  private get ownLeft(): number {
    return Math.max(0, this.limit - this.spent);
  }
}
