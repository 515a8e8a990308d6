// The error of stores.

/** The kind of a problem with a store. */
export type StoreProblem =
  // Another process has changed the record: load it again.
  | "conflict"
  // The lease has ended, and another worker may have the record.
  | "lease_lost"
  // A key, a head, a cursor or another argument isn't allowed.
  | "invalid"
  // A value is larger than the limit of the store.
  | "too_large"
  // The disk or the quota is full.
  | "full"
  // The store can't be written.
  | "read_only"
  // The stored data can't be read.
  | "damaged"
  // A newer release wrote the store.
  | "newer_schema"
  // The store can't be reached now; trying again can help.
  | "unavailable"
  // The data can't be decrypted with the given keys.
  | "key"
  // The store was closed.
  | "closed";

/** A store can't do what was asked. The message names the store and a remedy. */
export class StoreError extends Error {
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreError";
    this.problem = problem;
  }
}
