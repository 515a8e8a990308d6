// How much of data may be looked at for a description: the same small amount, whatever the data.

/** Values that are looked at for all fields of a prompt together. */
const mostValues = 20_000;
/** What each of them gets at least. */
const leastValues = 400;
/** Entries of large maps and sets that are passed on the way to those that are looked at. */
const mostPassed = 300_000;

const fewNames = 64;

export class LookBudget {
  private readonly share: number;
  private left = 0;
  private toPass = mostPassed;

  /**
   * A budget of `values` for `parts` fields, each of which gets its share by `forPart`.
   */
  constructor(parts: number, values = mostValues) {
    this.share = Math.max(leastValues, Math.floor(values / Math.max(1, parts)));
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(values: number): void {
    this.left -= values;
  }

  /** Listing the names of a map takes some of what is left, the more names the more of it. */
  spendNames(count: number): void {
    if (count > fewNames) this.left -= Math.min(count >>> 3, Math.max(0, this.left >> 2));
  }

  /** What the next field may spend; what another one has left is not added. */
  forPart<Result>(look: () => Result): Result {
    this.left = this.share;
    return look();
  }

  /** So that one large element does not keep the others from being looked at. */
  limitedTo<Result>(most: number, look: () => Result): Result {
    const reserved = Math.max(0, this.left - most);
    this.left -= reserved;
    try {
      return look();
    } finally {
      this.left += reserved;
    }
  }

  /** The part of what is left that one of the elements of a collection may take. */
  get forElement(): number {
    return Math.max(smallestElement, Math.floor(this.left / 16));
  }

  /** The part that one of the lists in a record may take, so that something is left for others. */
  get forList(): number {
    return Math.max(smallestElement, Math.floor(this.left / 3));
  }

  /** Whether so many elements may be passed; if so, they are counted. */
  mayPass(elements: number): boolean {
    if (elements > this.toPass) return false;
    this.toPass -= elements;
    return true;
  }
}

const smallestElement = 20;
