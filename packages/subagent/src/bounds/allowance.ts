// A number of turns or tool calls that missions share. Spending also counts against the parent
// missions, and against the total of several runs.

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

  /** Returns the allowance that several runs share. */
  static ofRuns(limit: number): Allowance {
    return new Allowance(limit, undefined, true);
  }

  /** The amount that this mission can still spend, within the limits of its parents. */
  get left(): number {
    return Math.min(this.ownLeft, this.above?.left ?? Infinity);
  }

  /** True if less than `count` can be spent in all, here or in a parent. */
  isBelow(count: number): boolean {
    return this.limit < count || this.above?.isBelow(count) === true;
  }

  /** True if a parent's limit is used up while this one isn't. */
  get isUsedUpAbove(): boolean {
    return this.ownLeft > 0 && this.left === 0;
  }

  /** True if the limit shared by several runs is used up. */
  get isUsedUpByRuns(): boolean {
    return this.isUsedUpAbove ? this.above?.isUsedUpByRuns === true : this.isOfRuns;
  }

  /** The limit that is used up, here or in a parent; otherwise this one. */
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
