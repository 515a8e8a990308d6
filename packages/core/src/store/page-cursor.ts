// Cursors of pages: opaque texts that name the last record of a page. A cursor belongs to its query
// and order, because a page of another query would start at an arbitrary record.
import type { CheckedQuery, PageCursor } from "./checked-query.ts";
import { checkedName, checkedTime, invalid, quoted } from "./store-texts.ts";

/** The format of the text. */
const prefix = "p1.";
const longest = 10_000;

/** Returns the text of a cursor. */
export function writeCursor(
  query: CheckedQuery,
  order: "newest" | "oldest",
  { createdAt, id }: PageCursor,
): string {
  const body = base64(JSON.stringify([createdAt, id]));
  return `${prefix}${checksum(query, order, body)}.${body}`;
}

/** @throws StoreError `invalid` if `value` isn't the text of a cursor of this query and order */
export function readCursor(
  store: string,
  query: CheckedQuery,
  order: "newest" | "oldest",
  value: unknown,
): PageCursor {
  const wrong = invalid(
    store,
    `the cursor ${quoted(value)} isn't one of this query and order: ` +
      "pass the cursor of the page before, unchanged, or start without a cursor",
  );
  if (typeof value !== "string" || value.length > longest || !value.startsWith(prefix)) throw wrong;
  const [sum, body, ...others] = value.slice(prefix.length).split(".");
  if (body === undefined || others.length > 0 || sum !== checksum(query, order, body)) throw wrong;
  try {
    const [createdAt, id] = JSON.parse(text(body)) as readonly unknown[];
    return {
      createdAt: checkedTime(store, "the time of a cursor", createdAt),
      id: checkedName(store, "the id of a cursor", id, 500),
    };
  } catch {
    throw wrong;
  }
}

/** FNV-1a over query, order and place. It detects mistakes; a cursor gives no rights. */
function checksum(query: CheckedQuery, order: string, body: string): string {
  const all = JSON.stringify([
    query.kind,
    query.status,
    query.agent,
    query.appVersion,
    query.tag,
    query.createdAfter,
    query.createdBefore,
    query.updatedAfter,
    query.updatedBefore,
    query.dueBefore,
    query.isLeased,
    order,
    body,
  ]);
  let hash = 0x811c9dc5;
  for (let index = 0; index < all.length; index++)
    hash = Math.imul(hash ^ all.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** Base64 for addresses, of the text in UTF-8. */
function base64(value: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(value)) bytes += String.fromCharCode(byte);
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function text(value: string): string {
  const bytes = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(
    Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
  );
}
