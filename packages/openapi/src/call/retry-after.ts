// Decides whether and when a failed call can be retried. An agent retries if the tool has
// `retries`.

import { retryAfterMs } from "@ptc/core/internal/host";

/** Statuses of temporary failures. */
const temporary: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Statuses that mean that the server did nothing. */
const effectless: ReadonlySet<number> = new Set([425, 429, 503]);

/** Methods with the same effect however often they run. Source: RFC 9110, section 9.2.2. */
const idempotent: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PUT",
  "DELETE",
]);

/** A longer wait counts as a lasting failure. */
const longestWaitMs = 30_000;

export interface Retry {
  readonly isLasting: boolean;
  /** The wait that the server asks for, in milliseconds. */
  readonly afterMs: number | undefined;
}

export function isIdempotent(method: string): boolean {
  return idempotent.has(method);
}

export function retryOf({ status, headers }: Response, method: string): Retry {
  const afterMs = waitOf(headers);
  const isTemporary = isIdempotent(method) ? temporary.has(status) : effectless.has(status);
  return { isLasting: !isTemporary || (afterMs ?? 0) > longestWaitMs, afterMs };
}

/** A date counts from the server's own time of the response. */
function waitOf(headers: Headers): number | undefined {
  return retryAfterMs(
    (name) => headers.get(name) ?? undefined,
    Date.parse(headers.get("date") ?? ""),
  );
}
