// Pages of a long list, as tools often return them: rows from an offset, and the total number.

import type { ToolArguments } from "@ptc/core/contracts";

const defaultLimit = 20;
const largestLimit = 50;

export interface Page<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/**
 * Returns the rows selected by `offset` and `limit`.
 * @throws Error that says what is allowed
 */
export function pageOf<Row>(
  rows: readonly Row[],
  { offset = 0, limit = defaultLimit }: ToolArguments,
): Page<Row> {
  if (!isCount(offset))
    throw new Error(`offset must be a whole number from 0, got ${JSON.stringify(offset)}`);
  if (!isCount(limit) || limit > largestLimit) {
    throw new Error(
      `limit must be a whole number up to ${String(largestLimit)}, got ${JSON.stringify(limit)}: ask for further pages with offset`,
    );
  }
  return { total: rows.length, rows: rows.slice(offset, offset + limit) };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
