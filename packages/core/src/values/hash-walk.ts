// Collects additional results of a hash walk: its cost, its depth, and whether it found values that
// are equal only to themselves.

import { CountedWork } from "./counted-work.ts";

/** The state of one walk through any number of collections. */
export class HashWalk extends CountedWork {
  /** The deepest level reached so far. */
  deepest = 0;
  /** True if the current collection itself contains NaN; parts of it don't count. */
  metNaN = false;
  /** True if the hash depends on the identity of an object. */
  metIdentity = false;

  /** Starts a collection at `depth`. */
  enter(depth: number): void {
    this.deepest = depth;
    this.metNaN = false;
    this.metIdentity = false;
  }
}
