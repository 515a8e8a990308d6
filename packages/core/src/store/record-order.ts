// Queries over records in memory, for stores without an index: which match, and in which order.
import type { CheckedPage, CheckedQuery, PageCursor } from "./checked-query.ts";
import type { RecordSummary } from "./run-store.ts";

/** True if a query matches a record. The summary has its lease only if that hasn't ended. */
export function matchesQuery(query: CheckedQuery, record: RecordSummary): boolean {
  return (
    record.kind === query.kind &&
    (query.status === undefined || query.status.includes(record.status)) &&
    (query.agent === undefined ||
      (record.agent !== undefined && query.agent.includes(record.agent))) &&
    (query.appVersion === undefined || record.appVersion === query.appVersion) &&
    (query.tag === undefined || (record.tags?.includes(query.tag) ?? false)) &&
    (query.createdAfter === undefined || record.createdAt >= query.createdAfter) &&
    (query.createdBefore === undefined || record.createdAt < query.createdBefore) &&
    (query.updatedAfter === undefined || record.updatedAt >= query.updatedAfter) &&
    (query.updatedBefore === undefined || record.updatedAt < query.updatedBefore) &&
    (query.dueBefore === undefined ||
      (record.dueAt !== undefined && record.dueAt <= query.dueBefore)) &&
    (query.isLeased === undefined || (record.lease !== undefined) === query.isLeased)
  );
}

/** Returns the records of a page, from matching records in any order. */
export function pageOf<Record extends PageCursor>(
  matching: readonly Record[],
  { order, limit, after }: CheckedPage,
): readonly Record[] {
  const sign = order === "newest" ? -1 : 1;
  return matching
    .filter((record) => after === undefined || sign * compareRecords(record, after) > 0)
    .sort((left, right) => sign * compareRecords(left, right))
    .slice(0, limit);
}

/** The order of pages: by creation, then by id. */
export function compareRecords(left: PageCursor, right: PageCursor): number {
  return left.createdAt - right.createdAt || compareTexts(left.id, right.id);
}

/** Orders texts by code point, as databases order UTF-8. */
function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const [first, second] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (first !== second) return rank(first) - rank(second);
  }
  return left.length - right.length;
}

/** Surrogates are units of characters above U+FFFF, so they follow all others. */
function rank(code: number): number {
  return code >= 0xd800 && code <= 0xdfff ? code + 0x10000 : code;
}
