// How the suite opens a store. One file of tests for each store names its factory:
//
//   testStore({ name: "memory", isShared: false, create: ... })

import type { RunStore } from "@ptc/core/store";

/** A clock that the suite sets, in milliseconds since the epoch. */
export interface TestClock {
  time: number;
  now(): number;
  monotonic(): number;
}

/** The options that the suite passes to every store. */
export interface OpenOptions {
  readonly clock: TestClock;
  /** Undefined: the default of the store. */
  readonly maximumBytes?: number;
}

/** The data of one test. */
export interface StoreData {
  /**
   * Opens the data. Called a second time, it opens other writers of the same data, or the same data
   * again after `close`; for a store that isn't shared, only the latter.
   */
  readonly open: (options: OpenOptions) => Promise<RunStore>;
  /** Called after the test has closed its stores. */
  readonly remove: () => Promise<void>;
}

/** A store to test. */
export interface StoreFactory {
  readonly name: string;
  /** True if several store objects can use the same data at once. */
  readonly isShared: boolean;
  /** True if data is kept after `close`. */
  readonly isPersistent: boolean;
  /** Returns new data without records. */
  readonly create: () => Promise<StoreData>;
}

/** The argument of a case. */
export interface CaseContext {
  readonly clock: TestClock;
  /** Opens the data of the case; the suite closes the store. */
  readonly open: (options?: { readonly maximumBytes?: number }) => Promise<RunStore>;
}

/** One guarantee of the contract. */
export interface StoreCase {
  /** A sentence, with the store as subject. */
  readonly title: string;
  /** The case is only for stores with this property. */
  readonly needs?: "isShared" | "isPersistent";
  readonly run: (context: CaseContext) => Promise<void>;
}
