// The parameters of a statement. Values never become a part of its text.

import type { Clock } from "@ptc/core/contracts";

/** Milliseconds since the epoch, by the clock of the database. */
const databaseNow = "(floor(extract(epoch FROM clock_timestamp()) * 1000))::bigint";
/** The same in microseconds. Orders changes, whatever clock the store has. */
export const databaseMicros = "(floor(extract(epoch FROM clock_timestamp()) * 1000000))::bigint";

export class Parameters {
  readonly values: unknown[] = [];

  /** Adds a value, and returns its place in the text. */
  add(value: unknown, type = "text"): string {
    this.values.push(value);
    return `$${String(this.values.length)}::${type}`;
  }

  /** Returns the time of the given clock, or else of the database. */
  now(clock: Clock | undefined): string {
    return clock === undefined ? databaseNow : this.add(Math.floor(clock.now()), "bigint");
  }
}
