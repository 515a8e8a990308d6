// Queries and pages after their checks.
import type { RecordQuery } from "./run-store.ts";

/** A query after its check: each choice is a list without repetitions. */
export interface CheckedQuery extends RecordQuery {
  readonly status?: readonly string[];
  readonly agent?: readonly string[];
}

/** A page after its check. */
export interface CheckedPage {
  readonly order: "newest" | "oldest";
  readonly limit: number;
  /** Records after this place follow. */
  readonly after?: PageCursor;
}

/** The last record of a page. */
export interface PageCursor {
  readonly createdAt: number;
  readonly id: string;
}
