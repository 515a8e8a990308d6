// What one walk for a hash finds out besides: its cost, how deep it went, and whether it met values
// that are equal to themselves only.

import { CountedWork } from "./counted-work.ts";

/** The state of one walk, whatever collections it goes through. */
export class HashWalk extends CountedWork {
  /** The deepest level that the walk has reached. */
  deepest = 0;
  /** Whether NaN stands in the collection that is walked, itself and not in a part of it. */
  metNaN = false;
  /** Whether the hash depends on the identity of something. */
  metIdentity = false;

  /** Begins a collection that stands at `depth`. */
  enter(depth: number): void {
    this.deepest = depth;
    this.metNaN = false;
    this.metIdentity = false;
  }
}
