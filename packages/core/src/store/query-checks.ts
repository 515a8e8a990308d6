// Checks of queries, pages and limits.
import type { CheckedPage, CheckedQuery } from "./checked-query.ts";
import { readCursor } from "./page-cursor.ts";
import {
  checkedAgent,
  checkedAppVersion,
  checkedKind,
  checkedStatus,
  checkedTag,
} from "./record-checks.ts";
import { checkedFields, checkedInteger, checkedTime, invalid, quoted } from "./store-texts.ts";

/** The most statuses or agents of a query. */
const maximumChoices = 100;
const defaultPage = 100;
const maximumPage = 1000;
const maximumPruned = 1_000_000;

const times = [
  "createdAfter",
  "createdBefore",
  "updatedAfter",
  "updatedBefore",
  "dueBefore",
] as const;

export function checkedQuery(store: string, value: unknown): CheckedQuery {
  const fields = checkedFields(store, "a query", value, [
    "kind",
    "status",
    "agent",
    "appVersion",
    "tag",
    ...times,
    "isLeased",
  ]);
  const { kind, status, agent, appVersion, tag, isLeased } = fields;
  if (isLeased !== undefined && typeof isLeased !== "boolean")
    throw invalid(store, `\`isLeased\` of a query is ${quoted(isLeased)}: use true or false`);
  return {
    kind: checkedKind(store, kind),
    ...(status === undefined ? {} : { status: choices(store, "status", status, checkedStatus) }),
    ...(agent === undefined ? {} : { agent: choices(store, "agent", agent, checkedAgent) }),
    ...(appVersion === undefined ? {} : { appVersion: checkedAppVersion(store, appVersion) }),
    ...(tag === undefined ? {} : { tag: checkedTag(store, tag) }),
    ...Object.fromEntries(
      times.flatMap((name) => {
        const time = fields[name];
        return time === undefined
          ? []
          : [[name, checkedTime(store, `\`${name}\` of a query`, time)]];
      }),
    ),
    ...(isLeased === undefined ? {} : { isLeased }),
  };
}

function choices(
  store: string,
  name: string,
  value: unknown,
  check: (store: string, value: unknown) => string,
): readonly string[] {
  if (!Array.isArray(value)) return [check(store, value)];
  if (value.length > maximumChoices)
    throw invalid(
      store,
      `\`${name}\` of a query has ${String(value.length)} values: ` +
        `use at most ${String(maximumChoices)}`,
    );
  return [...new Set(Array.from<unknown>(value).map((choice) => check(store, choice)))];
}

/** Checks a page. Its cursor must be that of an earlier page of the same query and order. */
export function checkedPage(store: string, query: CheckedQuery, value: unknown = {}): CheckedPage {
  const { order, limit, cursor } = checkedFields(store, "a page", value, [
    "order",
    "limit",
    "cursor",
  ]);
  if (order !== undefined && order !== "newest" && order !== "oldest")
    throw invalid(store, `\`order\` of a page is ${quoted(order)}: use "newest" or "oldest"`);
  const direction = order ?? "newest";
  return {
    order: direction,
    limit:
      limit === undefined
        ? defaultPage
        : checkedInteger(store, "`limit` of a page", limit, { least: 1, most: maximumPage }),
    ...(cursor === undefined ? {} : { after: readCursor(store, query, direction, cursor) }),
  };
}

/** Checks the options of `prune`, and returns the limit. Default 1,000. */
export function checkedPruning(store: string, value: unknown = {}): number {
  const { limit } = checkedFields(store, "the options of `prune`", value, ["limit"]);
  return limit === undefined
    ? maximumPage
    : checkedInteger(store, "`limit` of `prune`", limit, { least: 1, most: maximumPruned });
}
