// Limits how much data is sampled for a description: the same small amount for any data.

/** The number of values to sample for all fields of a prompt together. */
const mostValues = 20_000;
/** The minimum for each field. */
const leastValues = 400;
/** The number of entries of large maps and sets that may be skipped to reach the sampled ones. */
const mostPassed = 300_000;

/** The number of values to count beyond the samples, for all fields together. */
const mostCounted = 50_000;

const fewNames = 64;

export class LookBudget {
  private readonly share: number;
  private readonly countedShare: number;
  private left = 0;
  private toCount = 0;
  private toPass = mostPassed;

  /**
   * Creates a budget of `values` for `parts` fields, and of `counted` values to count afterwards.
   * Each field gets its share with `forPart`.
   */
  constructor(parts: number, values = mostValues, counted = mostCounted) {
    this.share = Math.max(leastValues, Math.floor(values / Math.max(1, parts)));
    this.countedShare = Math.floor(counted / Math.max(1, parts));
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(values: number): void {
    this.left -= values;
  }

  /** Charges for listing the names of a map: more for more names, at most a quarter of the rest. */
  spendNames(count: number): void {
    if (count > fewNames) this.left -= Math.min(count >>> 3, Math.max(0, this.left >> 2));
  }

  /** Sets the budget of the next field. The rest of the previous field isn't added. */
  forPart<Result>(look: () => Result): Result {
    this.left = this.share;
    this.toCount += this.countedShare;
    return look();
  }

  /** Limits the budget within `look`, so that one large element leaves enough for the others. */
  limitedTo<Result>(most: number, look: () => Result): Result {
    const reserved = Math.max(0, this.left - most);
    this.left -= reserved;
    try {
      return look();
    } finally {
      this.left += reserved;
    }
  }

  /** The part of the rest that one element of a collection may use. */
  get forElement(): number {
    return Math.max(smallestElement, Math.floor(this.left / 16));
  }

  /** The part of the rest that one list in a record may use, so that enough is left for others. */
  get forList(): number {
    return Math.max(smallestElement, Math.floor(this.left / 3));
  }

  /**
   * Charges for counting the values of `columns` in all `rows`. Returns the number of rows that the
   * budget allows, if `lists` lists have yet to be counted. The next field gets the rest.
   */
  countable(columns: number, rows: number, lists: number): number {
    if (columns === 0) return 0;
    const allowed = Math.min(rows, Math.floor(this.toCount / lists / columns));
    this.toCount -= allowed * columns;
    return allowed;
  }

  /** Counts skipped elements. Returns false, without counting, if there are too many. */
  mayPass(elements: number): boolean {
    if (elements > this.toPass) return false;
    this.toPass -= elements;
    return true;
  }
}

const smallestElement = 20;
