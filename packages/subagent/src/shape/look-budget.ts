// Limits how much data is sampled for a description: the same small amount for any data.

/** The number of values to sample for all fields of a prompt together. */
const mostValues = 20_000;
/** The minimum for each field. */
const leastValues = 400;
/** The number of entries of large maps and sets that may be skipped to reach the sampled ones. */
const mostPassed = 300_000;

/** The number of values to count beyond the samples, for all fields together. */
const mostCounted = 100_000;
/** The maximum cost of data that is examined completely, for all fields together. */
const mostComplete = 160_000;

const fewNames = 64;

/** The cost that counting values may still have. */
export interface CountMeter {
  left: number;
}

export class LookBudget {
  private readonly share: number;
  private readonly countedShare: number;
  private readonly completeShare: number;
  private left = 0;
  private toCount = 0;
  private toComplete = 0;
  private toPass = mostPassed;

  /**
   * Creates a budget of `values` for `parts` fields, and of `counted` values to count afterwards.
   * Each field gets its share with `forPart`.
   */
  constructor(parts: number, values = mostValues, counted = mostCounted) {
    this.share = Math.max(leastValues, Math.floor(values / Math.max(1, parts)));
    this.countedShare = Math.floor(counted / Math.max(1, parts));
    this.completeShare = counted === 0 ? 0 : Math.floor(mostComplete / Math.max(1, parts));
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
    this.toComplete += this.completeShare;
    return look();
  }

  /**
   * Returns true, and lifts the limits of the current field, if examining all of it costs at most
   * its share and what earlier fields left. `costOf` returns Infinity above the given maximum.
   */
  affordsAll(costOf: (most: number) => number): boolean {
    const cost = this.toComplete === 0 ? Infinity : costOf(this.toComplete);
    if (cost > this.toComplete) return false;
    this.toComplete -= cost;
    this.left = Infinity;
    return true;
  }

  /** Limits the budget within `look`, so that one large element leaves enough for the others. */
  limitedTo<Result>(most: number, look: () => Result): Result {
    if (this.left === Infinity) return look();
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
   * Returns a meter for the values that may be counted in one of `collections` collections that
   * have yet to be counted. The next one gets the rest.
   */
  meterFor(collections: number): CountMeter {
    const meter = { left: Math.floor(this.toCount / Math.max(1, collections)) };
    this.toCount -= meter.left;
    return meter;
  }

  /** Returns the rest of a meter. */
  giveBack(meter: CountMeter): void {
    this.toCount += Math.max(0, meter.left);
    meter.left = 0;
  }

  /** Counts skipped elements. Returns false, without counting, if there are too many. */
  mayPass(elements: number): boolean {
    if (elements > this.toPass) return false;
    this.toPass -= elements;
    return true;
  }
}

const smallestElement = 20;
